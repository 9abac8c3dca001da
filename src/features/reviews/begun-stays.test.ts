import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../test/paid-stays.ts';
import { anyAddress } from '../../../test/shop.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { reviewToken } from './review-link.server.ts';
import { runReviews } from './send-requests.server.ts';

let now: () => Date = () => new Date();
const stays = await openStaysForFile({ now: () => now() });
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

const act = async ({ code }: Placed, verb: 'cancel' | 'move', json: object): Promise<void> => {
  const response = await host.request('POST', `/api/admin/bookings/${code}/${verb}`, { json });
  expect([response.status, await response.text()]).toEqual([200, expect.any(String)]);
};

/** A stay whose guests are in the home since three days, or leave it in so many days. */
async function begunStay(leavesInDays = 0) {
  const home = await stays.addProperty();
  const placed = await stays.confirmed(home.slug);
  await stays.set(placed.code, { checkin: inDays(-3), checkout: inDays(leavesInDays) });
  await runReviews(stays.ctx);
  const { id } = await stays.stored(placed.code);
  return { home, placed, url: `/api/reviews/${reviewToken(stays.ctx, { id, key_version: 0 })}` };
}

const write = (url: string) =>
  stays.request('POST', url, {
    json: { rating: 1, text: 'The pool was green and the beds were wet.', name: 'Ann' },
    from: anyAddress(),
  });

const countOf = async ({ slug }: { slug: string }): Promise<number> =>
  (await (await stays.request('GET', `/api/properties/${slug}/reviews`)).json()).count;

/** Runs the job at a moment of a day to come. */
async function runOn(date: string): Promise<void> {
  now = () => momentAtProperty(date, '12:00');
  try {
    await runReviews(stays.ctx);
  } finally {
    now = () => new Date();
  }
}

const requestsTo = async ({ code }: Placed) => {
  const { email } = await stays.stored(code);
  return (await stays.queuedMail()).filter(
    ({ to, subject }) => to.address === email && subject.startsWith('How was your stay?'),
  );
};

test('hosts who cancel a stay that had begun do not take its review from its guest', async () => {
  const { home, placed, url } = await begunStay();
  await act(placed, 'cancel', { refund: 0, reason: 'x' });
  expect((await write(url)).status).toBe(201);
  expect(await countOf(home)).toBe(1);
});

test('a stay that hosts cancel on its second day is reviewed from the check-out that stood, and its guest gets the mail', async () => {
  const { placed, url } = await begunStay(1);
  await act(placed, 'cancel', { refund: 0, reason: 'x' });
  const early = await write(url);
  expect([early.status, (await early.json()).reason]).toEqual([409, 'stay_not_over']);
  await runOn(inDays(2));
  expect(await requestsTo(placed)).toHaveLength(1);
  now = () => momentAtProperty(inDays(1), '12:00');
  expect((await write(url)).status).toBe(201);
  now = () => new Date();
});

test('a stay that hosts move to another home on its last day is reviewed for the home in which it began', async () => {
  const { home, placed, url } = await begunStay();
  const other = await stays.addProperty();
  const dates = { checkin: inDays(-3), checkout: inDays(0) };
  await act(placed, 'move', { property: other.slug, ...dates, keepPrice: true });
  expect(await (await stays.request('GET', url)).json()).toMatchObject({
    home: { slug: home.slug },
    ...dates,
  });
  expect((await write(url)).status).toBe(201);
  expect([await countOf(home), await countOf(other)]).toEqual([1, 0]);
  const listed = await (await host.request('GET', '/api/admin/reviews')).json();
  const { waiting } = listed as { waiting: { code: string; property: { slug: string } }[] };
  expect(waiting.find(({ code }) => code === placed.code)?.property.slug).toBe(home.slug);
});

test('a stay that hosts move to later dates is reviewed as it was: home, dates, month and mail', async () => {
  const { home, placed, url } = await begunStay(1);
  const other = await stays.addProperty({ title: 'Elsewhere' });
  const later = { checkin: inDays(200), checkout: inDays(204) };
  await act(placed, 'move', { property: other.slug, ...later, keepPrice: true });
  await runOn(inDays(9));
  const [mail] = await requestsTo(placed);
  expect(mail?.subject).not.toContain('Elsewhere');
  now = () => momentAtProperty(inDays(1), '12:00');
  const form = await (await stays.request('GET', url)).json();
  expect(form).toMatchObject({ home: { slug: home.slug }, checkin: inDays(-3), checkout: inDays(1) });
  expect((await write(url)).status).toBe(201);
  now = () => new Date();
  const { reviews } = await (await stays.request('GET', `/api/properties/${home.slug}/reviews`)).json();
  expect(reviews).toMatchObject([{ stayMonth: inDays(-3).slice(0, 7) }]);
});

test('a stay that hosts lengthen on its last day is reviewed from that day on, and until 60 days after the new one', async () => {
  const { home, placed, url } = await begunStay();
  const longer = { checkin: inDays(-3), checkout: inDays(30) };
  await act(placed, 'move', { property: home.slug, ...longer, keepPrice: true });
  expect(await (await stays.request('GET', url)).json()).toMatchObject(longer);
  await runOn(inDays(7));
  expect(await requestsTo(placed)).toEqual([]);
  await runOn(inDays(8));
  expect(await requestsTo(placed)).toHaveLength(1);
  now = () => momentAtProperty(inDays(90), '12:00');
  expect((await stays.request('GET', url)).status).toBe(200);
  now = () => momentAtProperty(inDays(91), '12:00');
  expect((await (await stays.request('GET', url)).json()).reason).toBe('window_closed');
  now = () => new Date();
  expect((await write(url)).status).toBe(201);
});

test('a second change of a stay that had begun changes nothing of its review', async () => {
  const { home, placed, url } = await begunStay();
  const other = await stays.addProperty();
  const dates = { checkin: inDays(-3), checkout: inDays(0) };
  await act(placed, 'move', { property: other.slug, ...dates, keepPrice: true });
  await act(placed, 'cancel', { refund: 0, reason: 'x' });
  expect((await write(url)).status).toBe(201);
  expect([await countOf(home), await countOf(other)]).toEqual([1, 0]);
});

test('a stay that is moved before its check-in is reviewed for the home and from the check-out of its new dates', async () => {
  const [home, other] = [await stays.addProperty(), await stays.addProperty()];
  const placed = await stays.confirmed(home.slug);
  const later = { checkin: inDays(70), checkout: inDays(73) };
  await act(placed, 'move', { property: other.slug, ...later, keepPrice: true });
  await runReviews(stays.ctx);
  const { id } = await stays.stored(placed.code);
  const url = `/api/reviews/${reviewToken(stays.ctx, { id, key_version: 0 })}`;
  expect((await (await write(url)).json()).reason).toBe('stay_not_over');
  now = () => momentAtProperty(addDays(todayAtProperty(new Date()), 73), '12:00');
  expect(await (await stays.request('GET', url)).json()).toMatchObject({ home: { slug: other.slug } });
  now = () => new Date();
});
