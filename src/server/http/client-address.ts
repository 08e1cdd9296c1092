import { isIPv4, isIPv6 } from 'node:net';

/** Where no address is known, as on a Unix socket, everybody counts as one. */
const unknownAddress = 'unknown';

/** The address of an entry such as `192.0.2.1:8080`, `[2001:db8::1]:443` or `"[2001:db8::1]"`. */
function withoutPort(entry: string): string {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  const found = /^\[([^\]]*)\](?::\d+)?$/.exec(text) ?? /^([\d.]+):\d+$/.exec(text);
  return found?.[1] ?? text;
}

/** The eight groups of an IPv6 address. */
function groupsOf(address: string): readonly number[] {
  // The URL parser writes every form of an address the same way, a dotted tail included.
  const [head = '', tail] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const read = (part: string) => part.split(':').flatMap((group) => group && [`0x${group}`]);
  const before = read(head).map(Number);
  if (tail === undefined) return before;
  const after = read(tail).map(Number);
  return [...before, ...Array<number>(8 - before.length - after.length).fill(0), ...after];
}

function networkOfIpv6(address: string): string {
  const groups = groupsOf(address);
  const [high = 0, low = 0] = groups.slice(6);
  if (groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff) {
    return [high >> 8, high & 255, low >> 8, low & 255].join('.');
  }
  const prefix = groups.slice(0, 4).map((group) => group.toString(16));
  return `${prefix.join(':')}::/64`;
}

/** What an address counts as, or null where the text is none. */
function networkOf(entry: string): string | null {
  // Most entries are one as they stand; the others are taken apart.
  if (isIPv4(entry)) return entry;
  const [address = ''] = withoutPort(entry).split('%', 1);
  if (isIPv4(address)) return address;
  return isIPv6(address) ? networkOfIpv6(address) : null;
}

/**
 * The address that a request counts for: an IPv4 address, or the /64 of an IPv6 one (design,
 * section 2). `trustProxy` is the number of proxies in front; the last so many entries of
 * X-Forwarded-For were written by them, and nothing before those is believed. An entry that is no
 * address ends the reading at the one after it.
 */
export function clientAddress(
  socketAddress: string | undefined,
  forwardedFor: string | undefined,
  trustProxy: number,
): string {
  let believed = networkOf(socketAddress ?? '') ?? unknownAddress;
  if (trustProxy === 0 || forwardedFor === undefined) return believed;
  for (const entry of forwardedFor.split(',').slice(-trustProxy).reverse()) {
    const address = networkOf(entry);
    if (address === null) break;
    believed = address;
  }
  return believed;
}
