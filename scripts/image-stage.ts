import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { execForm, type Instruction, type Stage } from './dockerfile.ts';

/** What the steps of a stage leave, in a folder that stands for the image's root. */
export interface Image {
  readonly root: string;
  workdir: string;
  readonly env: Record<string, string>;
  user: string;
  healthcheck: readonly [string, ...string[]] | undefined;
  command: readonly [string, ...string[]] | undefined;
}

export interface StageParts {
  /** The folder of the build context, with nothing in it but what .dockerignore admits. */
  readonly context: string;
  /** A clean folder for this stage. */
  readonly root: string;
  /** The stages before, by name. */
  readonly others: ReadonlyMap<string, Image>;
  /** What the machine, rather than the image, must tell the steps: where the packages are. */
  readonly env: Readonly<Record<string, string>>;
}

/** A path of the image as one of this machine, which no `..` leads out of. */
export function inImage({ root, workdir }: Pick<Image, 'root' | 'workdir'>, at: string): string {
  return path.join(root, path.posix.resolve('/', workdir, at));
}

function copy(image: Image, { flags, rest }: Instruction, { context, others }: StageParts): void {
  const words = rest.split(/\s+/);
  const to = words.pop() ?? '';
  const from = flags.from === undefined ? { root: context } : others.get(flags.from);
  if (!from) throw new Error(`No stage is named ${flags.from}`);
  for (const word of words) {
    const source = inImage({ root: from.root, workdir: '/' }, word);
    if (!existsSync(source)) throw new Error(`COPY finds no ${word}`);
    // Of a folder the content is copied; a file goes into a target that is written as a folder.
    const isIntoFolder = to.endsWith('/') && !statSync(source).isDirectory();
    const target = isIntoFolder ? path.join(to, path.basename(word)) : to;
    cpSync(source, inImage(image, target), { recursive: true, verbatimSymlinks: true });
  }
}

function runInShell(image: Image, { rest }: Instruction, { env }: StageParts): void {
  // The steps run on this machine: one that names a place outside its folder would harm it.
  if (/(^|[\s=>'"])[~/]/.test(rest)) throw new Error(`RUN names an absolute path: ${rest}`);
  const { status, stdout, stderr } = spawnSync('/bin/sh', ['-c', rest], {
    cwd: inImage(image, '.'),
    env: { ...env, ...image.env },
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`RUN ${rest} ended with ${status}:\n${stdout}${stderr}`);
}

const steps: Readonly<
  Record<string, (image: Image, instruction: Instruction, parts: StageParts) => void>
> = {
  WORKDIR(image, { rest }) {
    image.workdir = path.posix.resolve(image.workdir, rest);
    mkdirSync(inImage(image, '.'), { recursive: true });
  },
  ENV(image, { rest }) {
    for (const [, name = '', value = ''] of rest.matchAll(/(\w+)=(\S*)/g)) image.env[name] = value;
  },
  COPY: copy,
  RUN: runInShell,
  USER(image, { rest }) {
    image.user = rest;
  },
  EXPOSE() {},
  HEALTHCHECK(image, { rest }) {
    image.healthcheck = execForm(rest.replace(/^CMD\s+/, ''));
  },
  CMD(image, { rest }) {
    image.command = execForm(rest);
  },
};

/** Runs every step of a stage in its folder; throws at the first that fails or is not known. */
export function runStage(stage: Stage, parts: StageParts): Image {
  const { root } = parts;
  mkdirSync(root);
  const image: Image = {
    root,
    workdir: '/',
    env: {},
    user: 'root',
    healthcheck: undefined,
    command: undefined,
  };
  for (const instruction of stage.instructions) {
    const step = steps[instruction.name];
    if (!step) throw new Error(`The test knows no ${instruction.name}`);
    step(image, instruction, parts);
  }
  return image;
}
