/**
 * What a server tells at `GET /metrics`, each series by its name and labels as they stand there.
 * @param {string} origin
 */
export async function readMetrics(origin) {
  const reply = await fetch(`${origin}/metrics`);
  /** @type {Map<string, number>} */
  const series = new Map();
  for (const line of (await reply.text()).split('\n')) {
    const [, name = '', value] = /^([^#\s]\S*) (\S+)$/.exec(line) ?? [];
    if (name) series.set(name, Number(value));
  }
  return {
    /** One series; 0 where it is not there yet. */
    one: (/** @type {string} */ name) => series.get(name) ?? 0,
    /** All series of a name whose labels hold a text, added up. */
    sum: (/** @type {string} */ name, label = '') =>
      [...series].reduce(
        (total, [key, value]) =>
          key.startsWith(`${name}{`) && key.includes(label) ? total + value : total,
        0,
      ),
  };
}
