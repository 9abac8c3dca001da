import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress, anyEmail } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { exportedEvents } from '../../channels/export/store.server.ts';
import { tripLinks } from '../trips/trip-links.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const agreed = { houseRules: true, cancellation: true };
const guest = { name: 'Ann Lee', phone: '+1 850 555 0100', plan: 'full', agreed };

const exported = (propertyId: string) =>
  exportedEvents(db, { propertyId, linkId: newId(), today: inDays(0) });
const open = (url: URL) =>
  tripLinks(stays.platform, {}).request(`http://localhost${url.pathname}${url.search}`);
const mailedLink = async (code: string): Promise<URL> => {
  const mails = await stays.queuedMail();
  const mail = mails.find(
    ({ subject }) => subject.includes(code) && subject.startsWith('We have your request'),
  );
  return new URL(/http\S+\/trips\/\S+/.exec(mail?.text ?? '')?.[0] ?? '');
};

test('a request keeps its nights here at once, and other channels hear of it when its guest opens the mailed link', async () => {
  const { slug, id } = await stays.addProperty({ booking_mode: 'request' });
  const placed = await stays.hold(slug);
  expect(placed.status).toBe('requested');
  expect(await exported(id)).toEqual([]);
  expect((await stays.book((await stays.quote(slug, 80)).id)).status).toBe(201);
  const link = await mailedLink(placed.code);
  // What the browser that asked knows is not enough.
  await open(new URL(`http://localhost/trips/${placed.code}?key=${placed.key}`));
  await open(new URL(`http://localhost/trips/${placed.code}?key=${placed.key}&mail=${placed.key}`));
  expect(await exported(id)).toEqual([]);
  const opened = await open(link);
  expect([opened.status, opened.headers.get('Location')]).toEqual([303, `/trips/${placed.code}`]);
  expect(await exported(id)).toMatchObject([{ kind: 'booking', checkin: inDays(60) }]);
});

test('a request that the hosts approve is told to other channels', async () => {
  const { slug, id } = await stays.addProperty({ booking_mode: 'request' });
  const placed = await stays.hold(slug);
  const approved = await host.request('POST', `/api/admin/bookings/${placed.code}/approve`, { json: {} });
  expect(approved.status).toBe(200);
  expect(await exported(id)).toHaveLength(1);
});

test('one client address keeps 90 unpaid nights at most, or one stay that is longer', async () => {
  const { slug } = await stays.addProperty({ booking_mode: 'request' });
  const ask = async (from: string, day: number, nights: number) => {
    const { id } = await stays.quote(slug, day, nights);
    return stays.request('POST', '/api/bookings', {
      json: { quoteId: id, ...guest, email: anyEmail() },
      headers: { 'Idempotency-Key': newId() },
      from,
    });
  };
  const one = anyAddress();
  for (const day of [10, 40, 70]) expect((await ask(one, day, 30)).status).toBe(201);
  const refused = await ask(one, 100, 1);
  expect(refused.status).toBe(429);
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(86_000);
  expect((await refused.json()).message).toMatch(/keeping many nights already/);
  expect((await ask(anyAddress(), 200, 120)).status).toBe(201);
});

test('a request is not approved once its check-in day is over, and an approval is no longer than that', async () => {
  const { slug } = await stays.addProperty({ booking_mode: 'request' });
  const approve = ({ code }: Placed) =>
    host.request('POST', `/api/admin/bookings/${code}/approve`, { json: {} });
  const past = await stays.hold(slug, {}, 1);
  await stays.set(past.code, { checkin: inDays(-3), checkout: inDays(-1) });
  const refused = await approve(past);
  expect([refused.status, (await refused.json()).message]).toEqual([
    409,
    'The check-in day of this request is over. Please decline it.',
  ]);
  expect((await stays.stored(past.code)).status).toBe('requested');

  const today = await stays.hold(slug, {}, 20);
  await stays.set(today.code, { checkin: inDays(0), checkout: inDays(2) });
  expect((await approve(today)).status).toBe(200);
  const { hold_expires_at } = await stays.stored(today.code);
  // Two in the night after it by the clock of the homes, or a day from now where that is earlier.
  const twoInTheNight = ['07', '08'].map((hour) => Date.parse(`${inDays(1)}T${hour}:00:00Z`));
  const minutesOff = twoInTheNight.map(
    (time) => Math.abs(Math.min(time, Date.now() + 86_400_000) - Number(hold_expires_at)) / 60_000,
  );
  expect(Math.min(...minutesOff)).toBeLessThan(2);

  await stays.set(today.code, { checkin: inDays(-30), checkout: inDays(-28) });
  const page = await stays.act(today, 'checkout');
  expect([page.status, (await page.json()).message]).toEqual([
    409,
    'The check-in day of this stay is over. Please choose other dates, or call us.',
  ]);
});
