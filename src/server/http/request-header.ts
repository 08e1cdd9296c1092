import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Node's own request and response, which the adapter hands over; a request in memory has none. */
export function nodePartsOf({ env }: Context): Partial<HttpBindings> {
  return env ?? {};
}

/** The value of a request's header by its name in small letters; several are joined by commas. */
export type RequestHeader = (name: string) => string | undefined;

/**
 * Reads a request's headers as Node has them: a Headers of them all, of which a call wants some six,
 * takes longer than everything else that is asked of it.
 */
export function requestHeader(c: Context): RequestHeader {
  const given = nodePartsOf(c).incoming?.headers;
  if (!given) return (name) => c.req.header(name);
  return (name) => {
    const value = given[name];
    return Array.isArray(value) ? value.join(', ') : value;
  };
}
