import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { vi } from 'vitest';

/** The project's folder; what is built into it finds the project's packages. */
export const projectFolder = fileURLToPath(new URL('../..', import.meta.url));

/** For tests: builds one entry of the server as for production, into a folder of its own. */
export async function buildEntry(entry: string, outDir: string): Promise<void> {
  // Vite decides by it whether it builds for production.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    root: projectFolder,
    configFile: false,
    logLevel: 'silent',
    mode: 'production',
    build: { ssr: entry, outDir, target: 'es2023', copyPublicDir: false },
  });
  vi.unstubAllEnvs();
}
