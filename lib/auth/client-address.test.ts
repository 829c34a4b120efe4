import { expect, test, vi } from 'vitest';
import { addressGroup, CLIENT_ADDRESS_HEADER, clientAddress, trustClientAddressHeader } from './client-address.ts';

const trusted = vi.hoisted(() => ({ hops: 0 }));
vi.mock('#lib/env.ts', () => ({ env: () => ({ TRUST_PROXY: trusted.hops }) }));

test.each([
  [0, undefined],
  [1, '203.0.113.7'],
  [2, '198.51.100.1'],
  [3, undefined],
])('without the front server and with %i trusted hops the address is %s', (hops, address) => {
  trusted.hops = hops;
  expect(clientAddress(new Headers({ 'x-forwarded-for': '198.51.100.1, 203.0.113.7' }))).toBe(address);
});

test('IPv4 is counted by address, IPv6 by /64', () => {
  expect(addressGroup('203.0.113.7')).toBe('203.0.113.7');
  expect(addressGroup('::ffff:203.0.113.7')).toBe('203.0.113.7');
  const group = addressGroup('2001:db8:0:1::1');
  expect(group).toBe('2001:db8:0:1::/64');
  for (const same of [
    '2001:db8:0:1:ffff::2',
    '2001:0DB8:0000:0001:0:0:0:3',
    '2001:db8:0:1::1%eth0',
    '2001:db8::1:1:2:3:4',
  ]) {
    expect(addressGroup(same), same).toBe(group);
  }
  expect(addressGroup('2001:db8:0:2::1')).not.toBe(group);
  expect(addressGroup('::1')).toBe('0:0:0:0::/64');
});

test('a client cannot choose its address', () => {
  trusted.hops = 0;
  const sent = new Headers({ [CLIENT_ADDRESS_HEADER]: '203.0.113.7', 'x-forwarded-for': '203.0.113.7' });
  expect(clientAddress(sent), 'nothing overwrites the header here').toBeUndefined();
  trustClientAddressHeader();
  expect(clientAddress(sent)).toBe('203.0.113.7');
  expect(clientAddress(new Headers({ [CLIENT_ADDRESS_HEADER]: 'nonsense' }))).toBeUndefined();
});
