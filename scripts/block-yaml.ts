/** What a YAML document in block style is made of; scalars stay text. */
export type Yaml = string | null | readonly Yaml[] | { readonly [key: string]: Yaml };

interface Line {
  readonly indent: number;
  readonly text: string;
}

const pair = /^([\w.-]+):(?: +(.*))?$/;

function linesOf(text: string): Line[] {
  return text.split('\n').flatMap((line): Line[] => {
    const trimmed = line.trim();
    if (trimmed === '' || trimmed.startsWith('#')) return [];
    return [{ indent: line.length - line.trimStart().length, text: trimmed }];
  });
}

/**
 * Reads the part of YAML that compose.yaml is written in: block mappings and lists, plain and
 * double-quoted scalars, anchors on mappings and their aliases. Throws at anything else, so that no
 * line is read as what it is not.
 */
export function readBlockYaml(text: string): Yaml {
  const lines = linesOf(text);
  const anchors = new Map<string, Yaml>();

  function scalar(value: string): Yaml {
    if (value.startsWith('*')) {
      const known = anchors.get(value.slice(1));
      if (known === undefined) throw new Error(`Unknown alias: ${value}`);
      return known;
    }
    if (value.startsWith('"')) return String(JSON.parse(value));
    if (/^['&!|>[{%@`]| #/.test(value)) throw new Error(`Not read here: ${value}`);
    return value;
  }

  /** The value after a colon, which may stand on the deeper lines below. */
  function valueAfter(rest: string | undefined, indent: number): Yaml {
    const [, anchor] = /^&(\w+)$/.exec(rest ?? '') ?? [];
    if (rest !== undefined && anchor === undefined) return scalar(rest);
    const [next] = lines;
    const value = next && next.indent > indent ? block(next.indent) : null;
    if (anchor !== undefined) anchors.set(anchor, value);
    return value;
  }

  function list(indent: number): Yaml {
    const items: Yaml[] = [];
    while (lines[0]?.indent === indent && lines[0].text.startsWith('- ')) {
      const rest = lines[0].text.slice(2);
      if (!pair.test(rest)) {
        lines.shift();
        items.push(scalar(rest));
        continue;
      }
      // A mapping that begins on the line of its dash.
      lines[0] = { indent: indent + 2, text: rest };
      items.push(mapping(indent + 2));
    }
    return items;
  }

  function mapping(indent: number): Yaml {
    const entries: [string, Yaml][] = [];
    while (lines[0]?.indent === indent) {
      const [, key, rest] = pair.exec(lines[0].text) ?? [];
      if (key === undefined) throw new Error(`Not read here: ${lines[0].text}`);
      if (entries.some(([known]) => known === key)) throw new Error(`Given twice: ${key}`);
      lines.shift();
      entries.push([key, valueAfter(rest, indent)]);
    }
    return Object.fromEntries(entries);
  }

  function block(indent: number): Yaml {
    return lines[0]?.text.startsWith('- ') ? list(indent) : mapping(indent);
  }

  const document = block(0);
  if (lines[0]) throw new Error(`Not read here: ${lines[0].text}`);
  return document;
}

/** What a path of keys leads to; null wherever it leads nowhere. */
export function yamlAt(value: Yaml, ...path: readonly string[]): Yaml {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null || Array.isArray(here)) return null;
    here = (here as { readonly [key: string]: Yaml })[key] ?? null;
  }
  return here;
}
