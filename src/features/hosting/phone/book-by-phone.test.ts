import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { addExtra } from '../../../../test/extras.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const dates = (from: number, nights = 3) => ({ checkin: inDays(from), checkout: inDays(from + nights) });
const guest = { name: 'Bea Roe', email: 'Bea@Guests.example', phone: '+1 850 555 0111', guests: 2, pets: 0 };
const elsewhere = (amount: number) => ({ kind: 'elsewhere', how: 'Check 1042', amount });
const book = (property: string, more: object, headers: Record<string, string> = {}) =>
  host.request('POST', '/api/admin/bookings', {
    json: { property, ...dates(60), ...guest, payment: { kind: 'link' }, ...more },
    headers,
  });
const preview = (property: string, more: object = {}) =>
  host.request('POST', '/api/admin/quotes/preview', {
    json: { property, ...dates(60), guests: 2, pets: 0, ...more },
  });
const textOf = async (code: string, subject: string) => {
  const mail = (await stays.queuedMail()).findLast(
    (one) => one.subject.startsWith(subject) && one.subject.includes(code),
  );
  return { mail, text: mail?.content ? toPlainText(mail.content) : '' };
};

test('a stay that was paid elsewhere is confirmed, in the ledger, and mailed with its files', async () => {
  const { slug } = await stays.addProperty();
  const response = await book(slug, { payment: elsewhere(60_000), note: 'Late arrival' });
  expect(response.status).toBe(201);
  const placed = await response.json();
  expect(placed).toMatchObject({
    status: 'confirmed',
    total: 60_000,
    paid: 60_000,
    due: 0,
    payUrl: null,
    checkoutUrl: null,
  });
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000']);
  expect(await stays.stored(placed.code)).toMatchObject({
    source: 'hosts',
    email: 'bea@guests.example',
    note: 'Late arrival',
    hold_expires_at: null,
  });
  const { mail, text } = await textOf(placed.code, 'Confirmed: ');
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['stay.ics', 'receipt.pdf']);
  for (const part of ['received $600.00 (Check 1042)', formatDate(inDays(60)), `Booking ${placed.code}`])
    expect(text).toContain(part);
  expect(await stays.subjects(placed.code, 'hosts')).toEqual([expect.stringContaining('New booking')]);
  const detail = await (await host.request('GET', `/api/admin/bookings/${placed.code}`)).json();
  expect(detail.history.map(({ event, actor }: { event: string; actor: string }) => [event, actor])).toEqual([
    ['paid', 'host@example.com'],
    ['confirmed', 'host@example.com'],
  ]);
});

test('a part that was paid elsewhere leaves a balance, which the mailed link takes by card', async () => {
  const { slug } = await stays.addProperty();
  const placed = await (await book(slug, { payment: elsewhere(25_000) })).json();
  expect(placed).toMatchObject({ status: 'confirmed', paid: 25_000, due: 35_000 });
  expect((await textOf(placed.code, 'Confirmed: ')).text).toContain('Pay $350.00: http');
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 25000', 'charge 35000']);
  expect(await stays.read(placed)).toMatchObject({ due: 0, paid: 60_000 });
});

test('a stay with a payment link is held for a day, and confirmed once it is paid', async () => {
  const { slug } = await stays.addProperty({ booking_mode: 'request' });
  const placed = await (await book(slug, {})).json();
  expect(placed).toMatchObject({ status: 'held', due: 60_000, payUrl: expect.stringContaining('/book/') });
  expect(placed.checkoutUrl).toBe(placed.payUrl);
  const hours = (Date.parse(placed.holdExpiresAt) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  expect((await textOf(placed.code, 'Your nights are held')).text).toContain(`Pay $600.00: ${placed.payUrl}`);
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
  const second = await (await book(slug, dates(80))).json();
  await stays.set(second.code, { hold_expires_at: new Date(Date.now() - 1000) });
  await stays.run();
  expect((await stays.stored(second.code)).status).toBe('expired');
});

test('the same Idempotency-Key books once, also concurrently, and is rejected for another stay', async () => {
  const { slug } = await stays.addProperty();
  const headers = { 'Idempotency-Key': newId() };
  const answers = await Promise.all([1, 2, 3].map(() => book(slug, { payment: elsewhere(1) }, headers)));
  const placed = await Promise.all(answers.map((answer) => answer.json()));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(placed.map(({ code }) => code)).size).toBe(1);
  expect(await stays.ledger(placed[0].code)).toEqual(['charge 1']);
  expect((await book(slug, dates(70), headers)).status).toBe(409);
  expect((await book(slug, {}, { 'Idempotency-Key': 'two words' })).status).toBe(400);
});

test('hosts set the rules for guests aside, which the preview names, but never take nights that are taken', async () => {
  const { id, slug } = await stays.addProperty({ min_nights: 5, lead_days: 90, turnover_nights: 1 });
  expect((await (await preview(slug)).json()).overrides).toEqual([expect.stringContaining('first check-in')]);
  expect((await book(slug, {})).status).toBe(201);
  await addBooking(stays.db, { property_id: id, checkin: inDays(70), checkout: inDays(72) });
  await stays.db
    .insertInto('blocks')
    .values({ property_id: id, first_night: inDays(80), last_night: inDays(81) })
    .execute();
  for (const from of [60, 62, 63, 69, 72, 79]) {
    for (const response of [await book(slug, dates(from)), await preview(slug, dates(from))]) {
      expect([response.status, (await response.json()).reason], String(from)).toEqual([409, 'dates_taken']);
    }
  }
  const taken = await Promise.all(Array.from({ length: 8 }, () => book(slug, dates(100))));
  expect(taken.map(({ status }) => status).toSorted()).toEqual([201, ...Array(7).fill(409)]);
});

test('the preview says when the calendars of other channels were not read for hours', async () => {
  const { id, slug } = await stays.addProperty();
  const feed = { property_id: id, channel: 'vrbo' as const, url: 'https://vrbo.example/1.ics' };
  const readAt = (hours: number) => new Date(Date.now() - hours * 3_600_000);
  const set = (last_good_at: Date) =>
    stays.db.updateTable('calendar_feeds').set({ last_good_at }).where('property_id', '=', id).execute();
  await stays.db.insertInto('calendar_feeds').values(feed).execute();
  const overrides = async () => (await (await preview(slug)).json()).overrides;
  const isStale = [expect.stringContaining('could not be read for 6 hours')];
  expect(await overrides()).toEqual(isStale);
  await set(readAt(7));
  expect(await overrides()).toEqual(isStale);
  await set(readAt(1));
  expect(await overrides()).toEqual([]);
});

test('a promotion and a nightly price of the hosts’ own change the price; such a price takes no discounts', async () => {
  const { id, slug } = await stays.addProperty();
  const discount = { property_id: id, kind: 'length_of_stay' as const, from_nights: 2, percent: 10 };
  await stays.db.insertInto('discounts').values(discount).execute();
  const code = `P${newId().slice(-8)}`;
  await stays.db.insertInto('promo_codes').values({ code, amount_cents: 4_000, max_uses: 1 }).execute();
  expect(await (await preview(slug)).json()).toMatchObject({ total: 54_000 });
  expect(await (await preview(slug, { nightly_cents: 15_000 })).json()).toMatchObject({
    total: 45_000,
    currency: 'usd',
    lines: [{ kind: 'rent', amount: 45_000 }],
  });
  expect(await (await preview(slug, { promoCode: code })).json()).toMatchObject({ total: 50_000 });
  expect(await (await book(slug, { promoCode: code })).json()).toMatchObject({ total: 50_000 });
  expect((await (await book(slug, { promoCode: code, ...dates(80) })).json()).reason).toBe('promo_not_valid');
});

test('bad input is rejected with a message, by its field, and nothing is stored', async () => {
  const { slug } = await stays.addProperty();
  const refusals: [object, number, string][] = [
    [{ payment: elsewhere(60_001) }, 400, 'amount'],
    [{ payment: elsewhere(0) }, 400, 'amount'],
    [{ payment: { kind: 'elsewhere', how: ' ', amount: 5 } }, 400, 'how'],
    [{ payment: { kind: 'barter' } }, 400, 'payment'],
    [{ payment: { kind: 'link', amount: 5 } }, 400, 'amount'],
    [{ payment: { kind: 'link', tip: 5 } }, 400, 'tip'],
    [{ email: 'bea' }, 400, 'email'],
    [{ name: '' }, 400, 'name'],
    [{ phone: 'none' }, 400, 'phone'],
    [{ guests: 0 }, 400, 'guests'],
    [{ checkin: '2027-02-30' }, 400, 'checkin'],
    [{ nightly_cents: 5 }, 400, 'nightly_cents'],
    [{ property: '' }, 400, 'property'],
    [{ property: '\0' }, 400, 'property'],
    [{ note: '\ud83d' }, 400, 'note'],
    [{ payment: { kind: 'elsewhere', how: 'cash\0', amount: 5 } }, 400, 'payment'],
  ];
  for (const [more, status, field] of refusals) {
    const response = await book(slug, more);
    const body = await response.json();
    expect([response.status, Object.keys(body.fields)], JSON.stringify(more)).toEqual([status, [field]]);
  }
  expect((await (await book(slug, { guests: 99 })).json()).reason).toBe('too_many_guests');
  expect((await book('no-such-home', {})).status).toBe(404);
  expect((await preview(slug, { nightly_cents: 0 })).status).toBe(400);
  const { count } = await stays.db
    .selectFrom('bookings')
    .innerJoin('properties', 'properties.id', 'property_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('slug', '=', slug)
    .executeTakeFirstOrThrow();
  expect(count).toBe(0);
});

test('only hosts book by phone and read its prices', async () => {
  const { slug } = await stays.addProperty();
  const stay = { property: slug, ...dates(60), guests: 2, pets: 0 };
  const calls: [string, object][] = [
    ['/api/admin/bookings', { ...stay, ...guest, payment: { kind: 'link' } }],
    ['/api/admin/quotes/preview', stay],
  ];
  const other = await signedInBrowser(stays, 'other@guests.example', cookieBrowser(stays));
  for (const [path, json] of calls) {
    expect((await stays.request('POST', path, { json })).status).toBe(401);
    expect((await other.request('POST', path, { json })).status).toBe(403);
  }
});

test('a stay that was booked by phone gains extras and charges afterwards', async () => {
  const { id: property_id, slug } = await stays.addProperty();
  const id = await addExtra(stays.db, { property_id });
  const placed = await (await book(slug, { payment: elsewhere(60_000) })).json();
  const send = async (path: string, json: object) =>
    (await host.request('POST', path, { json, headers: { 'Idempotency-Key': newId() } })).json();
  const order = { id, quantity: 1, total: 4_500 };
  expect(await send(`/api/bookings/${placed.code}/extras`, order)).toMatchObject({
    status: 'open',
    due: 4_500,
  });
  const charge = { label: 'Pool', amount: 2_500, isTaxed: false, reason: 'As asked', collect: 'link' };
  await send(`/api/admin/bookings/${placed.code}/charges`, charge);
  const detail = await (await host.request('GET', `/api/admin/bookings/${placed.code}`)).json();
  expect(detail).toMatchObject({
    total: 67_000,
    due: 7_000,
    extras: [{ label: 'Beach cart' }, { label: 'Pool', isCharge: true }],
  });
});
