import { expect, test } from 'vitest';
import { FeedError } from '../feed.ts';
import { checkUrl, mayConnect } from './public-address.ts';

test.each(['93.184.216.34', '2606:2800:220:1:248:1893:25c8:1946'])('%s is public', (address) => {
  expect(mayConnect(address, false)).toBe(true);
});

test.each([
  '10.0.0.1',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '224.0.0.1',
  'fc00::1',
  'fe80::1',
  '::',
  '::ffff:10.0.0.1',
  '64:ff9b::a00:1',
  'ff02::1',
  'not an address',
  '',
])('T-87: %j is never connected to, not in local mode either', (address) => {
  expect(mayConnect(address, false)).toBe(false);
  expect(mayConnect(address, true)).toBe(false);
});

test.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])(
  'T-87: %s is this machine, which only local mode may read',
  (address) => {
    expect(mayConnect(address, false)).toBe(false);
    expect(mayConnect(address, true)).toBe(true);
  },
);

test.each([
  'http://channel.example/a.ics',
  'ftp://channel.example/a.ics',
  'file:///etc/passwd',
  'a.ics',
  '',
  'https://user@channel.example/a.ics',
  'https://:word@channel.example/a.ics',
  'https://10.0.0.1/a.ics',
  'https://[::1]/a.ics',
  'https://0x7f000001/a.ics',
  'https://2130706433/',
])('T-87: %j is rejected before anything is sent', (address) => {
  expect(() => checkUrl(address, false)).toThrow(FeedError);
});

test('local mode also reads plain HTTP of this machine, and still no private network', () => {
  expect(checkUrl('http://127.0.0.1:4000/a.ics', true).port).toBe('4000');
  expect(() => checkUrl('http://192.168.1.1/a.ics', true)).toThrow(FeedError);
});

test('T-87: a redirect is checked against the address it came from', () => {
  const base = new URL('https://channel.example/feeds/a.ics');
  expect(checkUrl('/b.ics', false, base).href).toBe('https://channel.example/b.ics');
  expect(() => checkUrl('//10.0.0.1/b.ics', false, base)).toThrow(FeedError);
  expect(() => checkUrl('http://channel.example/b.ics', false, base)).toThrow(FeedError);
});
