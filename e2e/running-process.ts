import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const built = fileURLToPath(new URL('../dist/server/main.js', import.meta.url));

/** The built server as a process of its own. */
export interface RunningProcess {
  /** `http://127.0.0.1:PORT`. */
  readonly origin: string;
  /** Everything on its standard output and its standard error so far. */
  output(): string;
  /** Sends a signal and resolves with the exit code. */
  stop(signal: NodeJS.Signals): Promise<number | null>;
}

function addressIn(text: string): string | undefined {
  return text.match(/ready at (http:\S+)/)?.[1];
}

/** Resolves with the address once it is printed; rejects when the process ends before that. */
function addressOf(child: ChildProcess, output: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const address = addressIn(output());
      if (address) resolve(address);
    });
    child.once('close', (code) => reject(new Error(`ended with ${code}: ${output()}`)));
  });
}

/** Starts dist/server/main.js on a free port, in `cwd` and with no settings but those of `env`. */
export async function startProcess(
  env: Readonly<Record<string, string>>,
  cwd: string,
): Promise<RunningProcess> {
  const child = spawn(process.execPath, [built], {
    cwd,
    env: { NODE_ENV: 'production', PORT: '0', ...env },
  });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (piece) => {
      text += piece;
    });
  }
  const ended = new Promise<number | null>((resolve) => {
    child.once('close', resolve);
  });
  const output = () => text;
  const origin = await addressOf(child, output);
  return {
    origin,
    output,
    stop(signal) {
      child.kill(signal);
      return ended;
    },
  };
}
