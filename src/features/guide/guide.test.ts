import { expect, test } from 'vitest';
import { toWifiText } from './guide.ts';

test.each([
  [{ name: 'Beachcomber', password: 'sand' }, 'WIFI:T:WPA;S:Beachcomber;P:sand;;'],
  [{ name: 'a;b,c:d', password: '\\"e' }, 'WIFI:T:WPA;S:a\\;b\\,c\\:d;P:\\\\\\"e;;'],
  [{ name: 'Open', password: '' }, 'WIFI:T:nopass;S:Open;;'],
])('the text of the code for %j is %s', (wifi, text) => {
  expect(toWifiText(wifi)).toBe(text);
});
