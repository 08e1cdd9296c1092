import { describe, expect, test } from 'vitest';
import { clientAddress } from './client-address.ts';

describe('without a proxy in front', () => {
  test.each([
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:0201', '192.0.2.1'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:2::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001:db8:1::2:3', '2001:db8:1:0::/64'],
    ['1:2:3::', '1:2:3:0::/64'],
    ['::', '0:0:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', 'unknown'],
    [undefined, 'unknown'],
  ])('%s counts as %s', (socketAddress, counted) => {
    expect(clientAddress(socketAddress, undefined, 0)).toBe(counted);
  });

  test.each(['203.0.113.9', '203.0.113.9, 198.51.100.7', '2001:db8::1', 'unknown', ''])(
    'X-Forwarded-For "%s" is never believed',
    (forwardedFor) => {
      expect(clientAddress('192.0.2.1', forwardedFor, 0)).toBe('192.0.2.1');
    },
  );

  test('two addresses of one /64 are one visitor, of two /64 two', () => {
    const count = (address: string) => clientAddress(address, undefined, 0);
    expect(count('2001:db8:0:1::1')).toBe(count('2001:db8:0:1:ffff:ffff:ffff:ffff'));
    expect(count('2001:db8:0:1::1')).not.toBe(count('2001:db8:0:2::1'));
  });
});

describe('behind proxies', () => {
  const proxy = '10.0.0.1';
  test.each([
    ['one proxy tells the visitor', 1, '203.0.113.9', '203.0.113.9'],
    ['one proxy, and a visitor who wrote an entry', 1, '1.1.1.1, 203.0.113.9', '203.0.113.9'],
    ['two proxies', 2, '203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['two proxies and a lie', 2, '1.1.1.1, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['two proxies are trusted and only one wrote', 2, '203.0.113.9', '203.0.113.9'],
    ['no proxy wrote anything', 1, undefined, proxy],
    ['an empty header', 1, '', proxy],
    ['a trailing comma', 1, '203.0.113.9,', proxy],
    ['a name', 1, 'unknown', proxy],
    ['an obfuscated name (RFC 7239)', 1, '_hidden', proxy],
    ['an address that is none', 1, '203.0.113.999', proxy],
    ['leading zeros, which some read as octal', 1, '0203.0.113.9', proxy],
    ['a number', 1, '3405803785', proxy],
    ['markup', 1, '<b>203.0.113.9</b>', proxy],
    ['nonsense before the last believable entry', 2, 'x, 203.0.113.9', '203.0.113.9'],
    ['nonsense written by the nearest proxy', 2, '203.0.113.9, x', proxy],
    ['a port', 1, '203.0.113.9:4711', '203.0.113.9'],
    ['brackets', 1, '[2001:db8:1:2::3]', '2001:db8:1:2::/64'],
    ['brackets and a port', 1, '[2001:db8:1:2::3]:443', '2001:db8:1:2::/64'],
    ['brackets that do not close', 1, '[2001:db8:1:2::3', proxy],
    ['quotes', 1, '"[2001:db8:1:2::3]:443"', '2001:db8:1:2::/64'],
    ['an IPv4 address in an IPv6 one', 1, '::ffff:203.0.113.9', '203.0.113.9'],
    ['white space', 1, '1.1.1.1 ,\t203.0.113.9  ', '203.0.113.9'],
  ])('%s', (_name, trustProxy, forwardedFor, counted) => {
    expect(clientAddress(proxy, forwardedFor, trustProxy)).toBe(counted);
  });

  test('a header of any length is read in no time', () => {
    const forwardedFor = `${'9,'.repeat(500_000)}203.0.113.9`;
    expect(clientAddress(proxy, forwardedFor, 1)).toBe('203.0.113.9');
  });
});
