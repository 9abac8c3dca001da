import { expect, test } from 'vitest';
import { toClientKey } from '../../../platform/http/rate-limit.server.ts';
import { describeNetwork, describeUserAgent } from './device-list.server.ts';

const labelFor = (address: string) => describeNetwork(toClientKey(address));

test.each(['::1', '127.0.0.1', '127.8.9.10', '::ffff:127.0.0.1'])(
  'describeNetwork labels %s as this machine',
  (address) => {
    expect(labelFor(address)).toBe('this machine');
  },
);

test.each([
  '10.1.2.3',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.20',
  '169.254.7.7',
  '::ffff:192.168.1.20',
  'fd12:3456:789a:1::7',
  'fc00::1',
  'FE80::1',
  'febf::1',
])('describeNetwork labels %s as a private network', (address) => {
  expect(labelFor(address)).toBe('a private network');
});

test.each(['198.51.100.7', '172.15.0.1', '172.32.0.1', '192.169.1.1', '100.10.0.1', '110.1.2.3'])(
  'describeNetwork returns the public address %s as it is',
  (address) => {
    expect(labelFor(address)).toBe(address);
  },
);

test('describeNetwork returns a public IPv6 network and an empty one as they are', () => {
  expect(labelFor('2001:db8:1:2:3:4:5:6')).toBe('2001:db8:1:2::/64');
  expect(labelFor('fec:1:2:3::4')).toBe('fec:1:2:3::/64');
  expect(describeNetwork('')).toBe('');
});

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0';
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1';

test('describeUserAgent names browser and system', () => {
  const chrome = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36';
  expect(describeUserAgent(`Mozilla/5.0 (X11; Linux x86_64) ${chrome}`)).toBe('Chrome on Linux');
  expect(describeUserAgent(`Mozilla/5.0 (Linux; Android 15; Pixel 9) ${chrome}`)).toBe('Chrome on Android');
  expect(describeUserAgent(`Mozilla/5.0 (Windows NT 10.0) ${chrome} Edg/140.0.0.0`)).toBe('Edge on Windows');
  expect(describeUserAgent(safari.replace('Version/', 'EdgiOS/140.0.0.0 Version/'))).toBe('Edge on iPhone');
  expect(describeUserAgent(firefox)).toBe('Firefox on Windows');
  expect(describeUserAgent(safari)).toBe('Safari on iPhone');
  expect(describeUserAgent('curl/8.5.0')).toBe('Unknown device');
  expect(describeUserAgent('')).toBe('Unknown device');
});
