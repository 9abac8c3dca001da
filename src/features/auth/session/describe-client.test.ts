import { expect, test } from 'vitest';
import { toClientKey } from '../../../platform/http/rate-limit.server.ts';
import { describeNetwork } from './describe-client.ts';

const named = (address: string) => describeNetwork(toClientKey(address));

test.each(['::1', '127.0.0.1', '127.8.9.10', '::ffff:127.0.0.1'])('%s is this machine', (address) => {
  expect(named(address)).toBe('this machine');
});

test.each([
  ...['10.1.2.3', '172.16.0.1', '172.31.255.255', '192.168.1.20', '169.254.7.7', '::ffff:192.168.1.20'],
  ...['fd12:3456:789a:1::7', 'fc00::1', 'FE80::1', 'febf::1'],
])('%s is in a private network', (address) => {
  expect(named(address)).toBe('a private network');
});

test.each(['198.51.100.7', '172.15.0.1', '172.32.0.1', '192.169.1.1', '100.10.0.1', '110.1.2.3'])(
  'the public address %s stays as it is',
  (address) => {
    expect(named(address)).toBe(address);
  },
);

test('a public IPv6 network stays as it is, and an unknown one stays empty', () => {
  expect(named('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(named('fec:1:2:3::4')).toBe('fec:1:2:3::/64');
  expect(describeNetwork('')).toBe('');
});
