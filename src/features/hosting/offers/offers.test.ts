import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyEmail } from '../../../../test/shop.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { purgeQuotes } from '../../bookings/quotes/actions.server.ts';
import type { HostedOffer } from './contract.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const dates = (from: number, nights = 3) => ({ checkin: inDays(from), checkout: inDays(from + nights) });
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const make = (property: string, more: object = {}) =>
  host.request('POST', '/api/admin/offers', {
    json: { property, ...dates(60), guests: 2, pets: 0, expiresAt: inHours(48), ...more },
  });
const made = async (property: string, more: object = {}): Promise<HostedOffer> => {
  const response = await make(property, more);
  expect(response.status).toBe(201);
  return response.json();
};
const path = ({ url }: { url: string }) => `/api/offers/${url.split('/').at(-1)}`;
const details = { name: 'Cay Doe', email: 'cay@guests.example', phone: '+1 850 555 0122', plan: 'full' };
const agreed = { houseRules: true, cancellation: true };
const accept = (offer: HostedOffer, more: object = {}, guest = cookieBrowser(stays)) =>
  guest.request('POST', `${path(offer)}/bookings`, {
    json: { ...details, email: anyEmail(), agreed, ...more },
  });
const seen = async (offer: HostedOffer, guest = cookieBrowser(stays)) =>
  (await guest.request('GET', path(offer))).json();
const withdraw = ({ id }: { id: string }) => host.request('POST', `/api/admin/offers/${id}/withdraw`);
const expire = ({ id }: HostedOffer) =>
  stays.db
    .updateTable('offers')
    .set({ expires_at: new Date(Date.now() - 1000) })
    .where('id', '=', id)
    .execute();
const addInquiry = async () => {
  const row = {
    id: newId(),
    name: 'Cay Doe',
    email: 'cay@guests.example',
    property_title: 'Home',
    check_in: inDays(60),
    check_out: inDays(63),
    guests: 2,
    created_at: stays.ctx.now(),
  };
  await stays.db.insertInto('inquiries').values(row).execute();
  return row.id;
};

test('an offer from an inquiry is mailed with its link, and keeps its price when the home’s price changes', async () => {
  const { id, slug } = await stays.addProperty();
  const inquiryId = await addInquiry();
  const offer = await made(slug, {
    nightly_cents: 15_000,
    inquiryId,
    note: 'Welcome back!',
    holdNights: true,
  });
  expect(offer).toMatchObject({
    state: 'open',
    total: 45_000,
    email: 'cay@guests.example',
    inquiryId,
    areNightsHeld: true,
    createdBy: 'host@example.com',
    bookingCode: null,
    url: expect.stringMatching(/\/offers\/[\w-]{43}$/),
  });
  const mail = (await stays.queuedMail()).findLast(({ subject }) => subject.startsWith('An offer for you'));
  const text = mail?.content ? toPlainText(mail.content) : '';
  for (const part of ['$450.00', offer.url, 'Welcome back!', formatDate(inDays(60)), 'so do we hold'])
    expect(text).toContain(part);
  await stays.db.updateTable('properties').set({ nightly_cents: 90_000 }).where('id', '=', id).execute();
  expect(await seen(offer)).toMatchObject({
    state: 'open',
    property: slug,
    quote: { total: 45_000 },
    bookingCode: null,
    areNightsHeld: true,
  });
  expect((await seen(offer)).quote.lines).toEqual([{ kind: 'rent', label: '3 nights', amount: 45_000 }]);
});

test('an offer is the reply to its inquiry: it is in the conversation, and the guest no longer waits', async () => {
  const { slug } = await stays.addProperty({ title: 'Gulf Breeze' });
  const inquiryId = await addInquiry();
  const read = async () => (await host.request('GET', `/api/admin/inbox/${inquiryId}`)).json();
  expect((await read()).clock).not.toBeNull();
  const offer = await made(slug, { nightly_cents: 15_000, inquiryId, note: 'Welcome back!' });
  const thread = await read();
  expect(thread).toMatchObject({ clock: null, status: 'answered' });
  const stay = `${formatDate(inDays(60))} to ${formatDate(inDays(63))}`;
  expect(thread.messages.at(-1)).toMatchObject({
    direction: 'out',
    sentAt: null,
    authorEmail: 'host@example.com',
    text: `An offer: Gulf Breeze, ${stay}, $450.00 in all.\n\nWelcome back!`,
  });
  const mails = (await stays.queuedMail()).filter(({ text }) => text.includes(offer.url));
  expect(mails.map(({ key }) => key)).toEqual([`message-${thread.messages.at(-1).id}`]);
});

test('an offer without an address is not mailed, although it has an inquiry: hosts hand its link on', async () => {
  const { slug } = await stays.addProperty();
  const inquiryId = await addInquiry();
  const offer = await made(slug, { nightly_cents: 15_000, inquiryId, email: null });
  expect(offer).toMatchObject({ email: '', inquiryId, state: 'open' });
  expect((await stays.queuedMail()).filter(({ text }) => text.includes(offer.url))).toEqual([]);
  const thread = await (await host.request('GET', `/api/admin/inbox/${inquiryId}`)).json();
  expect(thread.messages).toHaveLength(1);
});

test('a guest takes an offer, pays it, and has a stay of that price; the link ends there', async () => {
  for (const holdNights of [true, false]) {
    const { slug } = await stays.addProperty({ min_nights: 7 });
    const offer = await made(slug, { nightly_cents: 15_000, holdNights });
    const guest = cookieBrowser(stays);
    const response = await accept(offer, { email: details.email }, guest);
    expect(response.status).toBe(201);
    const placed = await response.json();
    expect(placed).toMatchObject({ status: 'held', checkoutUrl: expect.stringContaining('/stripe/pay/') });
    const again = await (await accept(offer, { email: details.email }, guest)).json();
    expect([again.code, again.checkoutUrl]).toEqual([placed.code, placed.checkoutUrl]);
    expect(await seen(offer, guest)).toMatchObject({ state: 'open', bookingCode: placed.code });
    expect((await seen(offer)).bookingCode).toBeNull();
    await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
    await stays.run();
    expect(await stays.read(placed)).toMatchObject({ status: 'confirmed', total: 45_000, paid: 45_000 });
    expect(await stays.stored(placed.code)).toMatchObject({
      source: 'offer',
      email: 'cay@guests.example',
      agreed: { cancellation: expect.anything() },
    });
    expect(await stays.subjects(placed.code, 'guest')).toHaveLength(2);
    expect((await seen(offer)).state).toBe('booked');
    expect((await accept(offer)).status).toBe(409);
    expect((await withdraw(offer)).status).toBe(409);
  }
});

test('the nights of an offer are held until it ends, and not a run of the job longer', async () => {
  const { slug } = await stays.addProperty();
  const offer = await made(slug, { holdNights: true });
  const wanted = { property: slug, ...dates(60), guests: 2, pets: 0 };
  const quote = () => stays.request('POST', '/api/quotes', { json: wanted });
  expect((await quote()).status).toBe(409);
  await stays.run();
  expect((await quote()).status).toBe(409);
  await stays.db
    .updateTable('bookings')
    .set({ hold_expires_at: new Date(Date.now() - 1000) })
    .where('source', '=', 'offer')
    .where('status', '=', 'held')
    .where('email', '=', '')
    .execute();
  await expire(offer);
  expect((await seen(offer)).state).toBe('expired');
  await stays.run();
  expect((await quote()).status).toBe(201);
  expect((await accept(offer)).status).toBe(409);
});

test('withdrawn, an offer frees its nights, closes the payment page, and informs its guest', async () => {
  const { slug } = await stays.addProperty();
  const offer = await made(slug, { holdNights: true });
  const placed = await (await accept(offer)).json();
  expect(await (await withdraw(offer)).json()).toMatchObject({ state: 'withdrawn', areNightsHeld: false });
  expect((await withdraw(offer)).status).toBe(200);
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(placed.checkoutUrl));
  expect(session.status).toBe('expired');
  expect((await stays.stored(placed.code)).status).toBe('released');
  expect((await seen(offer)).state).toBe('withdrawn');
  expect(await (await accept(offer)).json()).toMatchObject({ reason: 'not_open' });
  const { quote } = await seen(offer);
  expect((await stays.book(quote.id)).status).toBe(409);
  expect((await stays.hold(slug)).status).toBe('held');
});

test('withdrawn after the guest has paid, the stay is theirs', async () => {
  const { slug } = await stays.addProperty();
  const offer = await made(slug, { holdNights: true });
  const placed = await (await accept(offer)).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  expect(await (await withdraw(offer)).json()).toMatchObject({ state: 'booked', bookingCode: placed.code });
  expect((await stays.stored(placed.code)).status).toBe('confirmed');
});

test('an offer without a hold is taken when another guest was faster, and open again when the other guest releases it', async () => {
  const { slug } = await stays.addProperty();
  const offer = await made(slug);
  expect((await seen(offer)).state).toBe('open');
  const other = await stays.hold(slug, {}, 61);
  expect((await seen(offer)).state).toBe('taken');
  expect(await (await accept(offer)).json()).toMatchObject({
    reason: 'dates_taken',
    nearest: expect.anything(),
  });
  await stays.act(other, 'release');
  const email = anyEmail();
  const answers = await Promise.all([1, 2, 3].map(() => accept(offer, { email })));
  const codes = await Promise.all(answers.map(async (answer) => (await answer.json()).code));
  expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
  expect(new Set(codes).size).toBe(1);
});

test('a guest who released an offer may take it again while it is valid; one who pays has the time of the hold', async () => {
  const { slug } = await stays.addProperty();
  const offer = await made(slug, { holdNights: true });
  const placed = await (await accept(offer)).json();
  await stays.act(placed, 'release');
  expect((await seen(offer)).state).toBe('open');
  const second = await (await accept(offer)).json();
  expect(second.code).not.toBe(placed.code);
  await expire(offer);
  expect((await seen(offer)).state).toBe('open');
  await stays.step(stays.sessionOf(second.checkoutUrl), 'complete');
  await stays.run();
  expect((await seen(offer)).state).toBe('booked');
});

test('a deposit is offered with an offer, too, and a moved stay keeps the offer’s nightly price', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 20, balance_due_days: 20 });
  const offer = await made(slug, { nightly_cents: 10_000 });
  const placed = await (await accept(offer, { plan: 'deposit' })).json();
  await stays.step(stays.sessionOf(placed.checkoutUrl), 'complete');
  await stays.run();
  expect(await stays.stored(placed.code)).toMatchObject({ balance_due_on: inDays(40), due_now_cents: 6_000 });
  const json = dates(80, 4);
  const moved = await host.request('POST', `/api/admin/bookings/${placed.code}/move`, { json });
  expect(await moved.json()).toMatchObject({ total: 40_000, due: 34_000, dueOn: inDays(60) });
});

test('bad offers are rejected with a message', async () => {
  const { id, slug } = await stays.addProperty();
  await addBooking(stays.db, { property_id: id, checkin: inDays(70), checkout: inDays(73) });
  const refusals: [object, number, object][] = [
    [{ expiresAt: inHours(-1) }, 400, { fields: { expiresAt: expect.any(String) } }],
    [{ expiresAt: inHours(24 * 91), ...dates(120) }, 400, { fields: { expiresAt: expect.any(String) } }],
    [{ expiresAt: inHours(24 * 62) }, 400, { fields: { expiresAt: expect.any(String) } }],
    [{ expiresAt: 'tomorrow' }, 400, { fields: { expiresAt: expect.any(String) } }],
    [{ nightly_cents: -5 }, 400, { fields: { nightly_cents: expect.any(String) } }],
    [{ holdNights: 'yes' }, 400, { fields: { holdNights: expect.any(String) } }],
    [{ inquiryId: 'x' }, 400, { fields: { inquiryId: expect.any(String) } }],
    [{ inquiryId: newId() }, 404, {}],
    [{ email: 'cay' }, 400, { fields: { email: expect.any(String) } }],
    [{ note: 'x'.repeat(2001) }, 400, { fields: { note: expect.any(String) } }],
    [{ note: 'a\0' }, 400, { fields: { note: expect.any(String) } }],
    [{ property: '\0' }, 400, { fields: { property: expect.any(String) } }],
    [{ promoCode: 'BEACH' }, 400, { fields: { promoCode: expect.any(String) } }],
    [dates(71), 409, { reason: 'dates_taken', nearest: expect.anything() }],
    [{ ...dates(71), holdNights: true }, 409, { reason: 'dates_taken' }],
    [{ guests: 50 }, 400, { reason: 'too_many_guests' }],
    [{ property: 'nowhere' }, 404, {}],
  ];
  for (const [more, status, body] of refusals) {
    const response = await make(slug, more);
    expect([response.status, await response.json()], JSON.stringify(more)).toEqual([
      status,
      expect.objectContaining(body),
    ]);
  }
  const offer = await made(slug);
  for (const [more, field] of [
    [{ agreed: { houseRules: true } }, 'agreed'],
    [{ plan: 'deposit' }, 'plan'],
    [{ email: '' }, 'email'],
    [{ quoteId: newId() }, 'quoteId'],
  ] as const) {
    const response = await accept(offer, more);
    expect([response.status, Object.keys((await response.json()).fields)]).toEqual([400, [field]]);
  }
});

test('a token that is unknown or malformed is a 404, and only its hash is stored', async () => {
  const { slug } = await stays.addProperty();
  const offer = await made(slug);
  const token = offer.url.split('/').at(-1) ?? '';
  const response = await stays.request('GET', path(offer));
  expect(response.headers.get('Cache-Control')).toBe('private, no-store, no-transform');
  for (const other of [`${token.slice(0, -1)}${token.endsWith('A') ? 'E' : 'A'}`, 'x', offer.id])
    expect((await stays.request('GET', `/api/offers/${other}`)).status).toBe(404);
  const rows = await stays.db.selectFrom('offers').selectAll().execute();
  expect(JSON.stringify(rows)).not.toContain(token);
});

test('hosts list offers, the newest first, and guests may do nothing of this', async () => {
  const { slug } = await stays.addProperty();
  const [first, second] = [await made(slug), await made(slug, dates(90))];
  const list: HostedOffer[] = await (await host.request('GET', '/api/admin/offers')).json();
  expect(list.slice(0, 2)).toEqual([second, first]);
  const other = await signedInBrowser(stays, 'other@guests.example', cookieBrowser(stays));
  const json = { property: slug, ...dates(60), guests: 2, expiresAt: inHours(5) };
  for (const [browser, status] of [[stays, 401] as const, [other, 403] as const]) {
    expect((await browser.request('POST', '/api/admin/offers', { json })).status).toBe(status);
    expect((await browser.request('GET', '/api/admin/offers')).status).toBe(status);
    expect((await browser.request('POST', `/api/admin/offers/${first.id}/withdraw`)).status).toBe(status);
  }
  expect((await withdraw({ id: newId() })).status).toBe(404);
  expect((await withdraw({ id: 'x' })).status).toBe(404);
});

test('an offer goes with its quote, a month after it ended', async () => {
  const { slug } = await stays.addProperty();
  const offer = await made(slug);
  await purgeQuotes(stays.ctx);
  expect((await stays.request('GET', path(offer))).status).toBe(200);
  await purgeQuotes({ ...stays.ctx, now: () => new Date(Date.now() + 40 * 86_400_000) });
  expect((await stays.request('GET', path(offer))).status).toBe(404);
});

test('an offer has the extras that hosts add to it, and another choice is another offer', async () => {
  const { slug } = await stays.addProperty();
  const { id: cart } = await stays.db
    .selectFrom('extras')
    .select('id')
    .where('label', '=', 'Beach cart for the stay')
    .executeTakeFirstOrThrow();
  const inquiryId = await addInquiry();
  const extras = [{ id: cart, quantity: 1 }];
  const offer = await made(slug, { inquiryId, extras });
  expect(offer.total).toBe(64_500);
  expect((await seen(offer)).quote.lines).toContainEqual(
    expect.objectContaining({ kind: 'extra', label: 'Beach cart for the stay', amount: 4_500 }),
  );
  expect((await made(slug, { inquiryId, extras })).id).toBe(offer.id);
  expect((await made(slug, { inquiryId })).id).not.toBe(offer.id);
  expect((await make(slug, { extras: [{ id: newId(), quantity: 1 }] })).status).toBe(404);
  expect((await make(slug, { extras: [{ id: cart, quantity: 2 }] })).status).toBe(400);
  const { code } = await (await accept(offer)).json();
  const rows = await stays.db
    .selectFrom('booking_extras')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select(['extra_id', 'booking_extras.status'])
    .where('code', '=', code)
    .execute();
  expect(rows).toEqual([{ extra_id: cart, status: 'included' }]);
});
