import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { addDays } from '../../../shared/nights.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty({ access_notes: 'The lockbox hangs beside the door' });
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const guest = await signedInBrowser(stays, 'guest@guests.example', cookieBrowser(stays));
const post = (browser: Pick<typeof host, 'request'>, code: string, json: unknown) =>
  browser.request('POST', `/api/admin/bookings/${code}/access-code`, { json });

test('hosts set, replace and clear the code of a stay; the history records it without the code', async () => {
  const { code } = await stays.confirmed(slug, {}, 60);
  const set = await (await post(host, code, { accessCode: ' 4711# ' })).json();
  expect(set).toMatchObject({ code, accessCode: '4711#', access: 'The lockbox hangs beside the door' });
  expect((await stays.stored(code)).access_code).toBe('4711#');
  await post(host, code, { accessCode: '4711#' });
  const cleared = await (await post(host, code, { accessCode: '' })).json();
  expect(cleared.accessCode).toBe('');
  const events = cleared.history.map(({ event }: { event: string }) => event);
  expect(events.slice(-2)).toEqual(['access_code_set', 'access_code_cleared']);
  expect(JSON.stringify(cleared.history)).not.toContain('4711');
});

test('the code of a stay is above the notes of the home in its arrival mail and on its trip', async () => {
  const placed = await stays.confirmed(slug, { email: 'coded@guests.example' }, 2);
  await post(host, placed.code, { accessCode: '8832' });
  await stays.set(placed.code, { arrival_sent_at: null });
  await stays.run();
  const text = 'Your access code: 8832\n\nThe lockbox hangs beside the door';
  expect((await stays.read(placed)).access).toBe(text);
  const mail = (await stays.queuedMail()).findLast(
    ({ to, subject }) => to.address === 'coded@guests.example' && subject.startsWith('Your arrival'),
  );
  expect(mail?.text).toContain('Your access code: 8832');
  expect(mail?.html).toContain('8832');
});

test('a code in a home without notes and address is mailed before the arrival, too', async () => {
  const bare = await stays.addProperty();
  const placed = await stays.confirmed(bare.slug, { email: 'bare@guests.example' }, 2);
  await stays.run();
  expect((await stays.stored(placed.code)).arrival_sent_at).toBeNull();
  await post(host, placed.code, { accessCode: '9917' });
  await stays.run();
  expect((await stays.stored(placed.code)).arrival_sent_at).not.toBeNull();
});

test('a stay that moves to another home loses its code, but not if only its dates change', async () => {
  const other = await stays.addProperty();
  const { code } = await stays.confirmed(slug, {}, 200);
  await post(host, code, { accessCode: '5150' });
  const { checkin, checkout } = await stays.stored(code);
  const move = (json: object) => host.request('POST', `/api/admin/bookings/${code}/move`, { json });
  const later = (date: string) => addDays(date, 20);
  expect((await move({ checkin: later(checkin), checkout: later(checkout) })).status).toBe(200);
  expect((await stays.stored(code)).access_code).toBe('5150');
  expect((await move({ checkin, checkout, property: other.slug })).status).toBe(200);
  expect((await stays.stored(code)).access_code).toBe('');
});

test.each([
  [{ accessCode: 'x'.repeat(101) }, 'accessCode'],
  [{ accessCode: 4711 }, 'accessCode'],
  [{}, 'accessCode'],
  [{ accessCode: 'a\0b' }, 'accessCode'],
  [{ accessCode: '1', note: 'x' }, 'note'],
])('a code such as %j is rejected at its field', async (json, field) => {
  const { code } = await stays.hold(slug, {}, 100);
  const response = await post(host, code, json);
  expect([response.status, Object.keys((await response.json()).fields)]).toEqual([400, [field]]);
  await stays.set(code, { status: 'released' });
});

test('only hosts set codes, and only of existing bookings', async () => {
  const { code } = await stays.confirmed(slug, {}, 120);
  expect((await post(stays as never, code, { accessCode: '1' })).status).toBe(401);
  expect((await post(guest, code, { accessCode: '1' })).status).toBe(403);
  expect((await post(host, 'ZZZZZZZZ', { accessCode: '1' })).status).toBe(404);
  expect((await stays.stored(code)).access_code).toBe('');
});
