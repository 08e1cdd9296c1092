import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { getMimeType } from 'hono/utils/mime';

/** The encodings a file may lie beside itself in, the smallest first. */
export const encodings = ['br', 'gzip'] as const;
export type Encoding = (typeof encodings)[number];

const suffixes: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' };

/** One way in which a file is sent. */
export interface Representation {
  readonly body: Uint8Array<ArrayBuffer>;
  /** A strong validator (RFC 9110, section 8.8.3), another one for each encoding. */
  readonly etag: string;
}

export interface PageFile extends Representation {
  readonly type: string;
  /** The same content compressed ahead of time, where such a file lay beside it. */
  readonly encoded: Readonly<Partial<Record<Encoding, Representation>>>;
}

/** The built page in memory: every file by its URL path, so that no request can name another. */
export interface Pages {
  /** The page of `/`, and of every other address where no page was drawn for that. */
  readonly index: PageFile;
  readonly files: ReadonlyMap<string, PageFile>;
}

/** The folder of the built page is missing or has no index.html. */
export class PagesMissingError extends Error {
  override readonly name = 'PagesMissingError';

  constructor(directory: string, options?: ErrorOptions) {
    super(`There is no built page in ${directory}; \`npm run build\` makes it`, options);
  }
}

async function readTree(directory: string): Promise<Map<string, Uint8Array<ArrayBuffer>>> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const file = join(entry.parentPath, entry.name);
      const path = `/${relative(directory, file).split(sep).join('/')}`;
      return [path, new Uint8Array(await readFile(file))] as const;
    });
  return new Map(await Promise.all(files));
}

function representationOf(body: Uint8Array<ArrayBuffer>): Representation {
  const digest = createHash('sha256').update(body).digest('base64url').slice(0, 22);
  return { body, etag: `"${digest}"` };
}

function typeOf(path: string): string {
  return getMimeType(path) ?? 'application/octet-stream';
}

/** The preview image as the built pages name it, by a path that other sites cannot follow. */
const previewImage = 'content="/social.png"';

function compressed(body: Uint8Array, encoding: Encoding): Representation {
  const form = encoding === 'br' ? brotliCompressSync(body) : gzipSync(body, { level: 9 });
  return representationOf(new Uint8Array(form));
}

/**
 * The pages with the preview image named in full, for the sites on which visitors share them; a
 * page that changes is compressed again. For an address that is known to be the visitors'.
 */
export function withAddress(pages: Pages, appUrl: string): Pages {
  const image = new URL('/social.png', appUrl).href;
  const rewrite = (file: PageFile): PageFile => {
    const html = new TextDecoder().decode(file.body);
    if (!file.type.startsWith('text/html') || !html.includes(previewImage)) return file;
    const body = new TextEncoder().encode(html.replace(previewImage, `content="${image}"`));
    const forms = encodings.filter((encoding) => file.encoded[encoding]);
    const encoded = Object.fromEntries(forms.map((form) => [form, compressed(body, form)]));
    return { ...file, ...representationOf(body), encoded };
  };
  const files = new Map([...pages.files].map(([path, file]) => [path, rewrite(file)]));
  return { index: files.get('/index.html') ?? pages.index, files };
}

/**
 * Reads all files of a built page once. A file `x.br` or `x.gz` beside a file `x` becomes its
 * compressed form. Throws PagesMissingError where there is no index.html.
 */
export async function loadPages(directory: string): Promise<Pages> {
  const tree = await readTree(directory).catch((cause: unknown) => {
    throw new PagesMissingError(directory, { cause });
  });
  const files = new Map<string, PageFile>();
  for (const [path, body] of tree) {
    if (tree.has(path.replace(/\.(br|gz)$/, '')) && /\.(br|gz)$/.test(path)) continue;
    const encoded: Partial<Record<Encoding, Representation>> = {};
    for (const encoding of encodings) {
      const compressed = tree.get(path + suffixes[encoding]);
      if (compressed) encoded[encoding] = representationOf(compressed);
    }
    files.set(path, { ...representationOf(body), type: typeOf(path), encoded });
  }
  const index = files.get('/index.html');
  if (!index) throw new PagesMissingError(directory);
  return { index, files };
}
