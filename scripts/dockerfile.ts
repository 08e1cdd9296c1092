/** One step of a Dockerfile, its lines joined. */
export interface Instruction {
  /** In upper case, such as `COPY`. */
  readonly name: string;
  /** `--from=build` as `{ from: 'build' }`. */
  readonly flags: Readonly<Record<string, string>>;
  /** What follows the flags. */
  readonly rest: string;
}

/** What one `FROM` begins. */
export interface Stage {
  readonly name: string;
  /** The image that it begins with. */
  readonly from: string;
  readonly instructions: readonly Instruction[];
}

function readInstruction(line: string): Instruction {
  const [, name = '', given = '', rest = ''] =
    /^([A-Za-z]+)((?:\s+--[a-z-]+=\S+)*)\s+(.*)$/s.exec(line) ?? [];
  if (name === '') throw new Error(`Not an instruction: ${line}`);
  const flags = given.matchAll(/--([a-z-]+)=(\S+)/g);
  return {
    name: name.toUpperCase(),
    flags: Object.fromEntries(Array.from(flags, ([, flag, value]) => [flag, value])),
    rest: rest.trim(),
  };
}

/** The stages of a Dockerfile, in order (docs.docker.com/reference/dockerfile, without heredocs). */
export function readDockerfile(text: string): readonly Stage[] {
  const lines = text
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#'))
    .join('\n')
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const stages: (Stage & { instructions: Instruction[] })[] = [];
  for (const instruction of lines.map(readInstruction)) {
    if (instruction.name !== 'FROM') {
      const stage = stages.at(-1);
      if (!stage) throw new Error(`${instruction.name} stands before the first FROM`);
      stage.instructions.push(instruction);
      continue;
    }
    const [from = '', name = String(stages.length)] = instruction.rest.split(/\s+AS\s+/i);
    stages.push({ name, from, instructions: [] });
  }
  return stages;
}

/** The words of the exec form, `["node", "x.js"]`; throws where it is another. */
export function execForm(text: string): readonly [string, ...string[]] {
  const words: unknown = JSON.parse(text);
  if (!Array.isArray(words) || !words.every((word) => typeof word === 'string')) {
    throw new Error(`Not the exec form: ${text}`);
  }
  const [program, ...args] = words;
  if (program === undefined) throw new Error('No program is named');
  return [program, ...args];
}
