/** What this module needs of the process. */
interface EnvironmentSource {
  readonly env: NodeJS.ProcessEnv;
  loadEnvFile(): void;
}

/** The environment, completed by a `.env` file where there is one; the environment wins. */
export function readEnvironment(source: EnvironmentSource): NodeJS.ProcessEnv {
  try {
    source.loadEnvFile();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  return source.env;
}
