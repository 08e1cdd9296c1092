import type { Problem } from '../../domain/api.ts';

/** The server refused or failed, and said why. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.code}: ${problem.title}`);
    this.problem = problem;
  }
}

/** The server could not be reached, or the connection ended early. */
export class ServerUnreachableError extends Error {
  override readonly name = 'ServerUnreachableError';

  constructor(path: string, cause: unknown) {
    super(`No reply from ${path}`, { cause });
  }
}

/** A reply came that is not of the contract, such as a proxy's own error page. */
export class UnreadableReplyError extends Error {
  override readonly name = 'UnreadableReplyError';

  constructor(path: string, status: number, reason: string) {
    super(`The reply of ${path} (status ${status}) could not be read: ${reason}`);
  }
}
