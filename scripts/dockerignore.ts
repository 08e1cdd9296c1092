interface Rule {
  readonly isException: boolean;
  readonly pattern: RegExp;
}

/** A pattern of `path.Match` with Docker's `**`, for a path or any folder that it lies in. */
function patternOf(glob: string): RegExp {
  const source = glob
    .replace(/[.+^${}()|\\]/g, '\\$&')
    .replaceAll('?', '[^/]')
    .replace(/\*\*\/|\*\*|\*/g, (stars) => {
      if (stars === '**/') return '(?:.*/)?';
      return stars === '**' ? '.*' : '[^/]*';
    });
  return new RegExp(`^${source}(?:/.*)?$`);
}

/**
 * Tells which paths a .dockerignore leaves in the build context: the last line that matches a path,
 * or a folder that it lies in, decides.
 */
export function readDockerignore(text: string): (path: string) => boolean {
  const rules = text
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line): Rule => {
      const isException = line.startsWith('!');
      const glob = line.slice(isException ? 1 : 0).replace(/^\/|\/$/g, '');
      return { isException, pattern: patternOf(glob) };
    });
  return (path) => rules.findLast(({ pattern }) => pattern.test(path))?.isException ?? true;
}
