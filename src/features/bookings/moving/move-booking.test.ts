import { expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { letChannelsRead } from '../../../../test/channel-reads.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { calendar, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { inDays, openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { toPlainText } from '../../../platform/mail/email-content.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { readFeedNow } from '../../channels/import/read-feeds.server.ts';

const stays = await openStaysForFile();
const feeds = await openFeedsForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const move = (code: string, json: object, path = 'move') =>
  host.request('POST', `/api/admin/bookings/${code}/${path}`, { json });
const preview = (code: string, json: object) => move(code, json, 'move/preview');
const dates = (from: number, nights = 3) => ({ checkin: inDays(from), checkout: inDays(from + nights) });
const toMail = async ({ code }: Pick<Placed, 'code'>, subject: string) => {
  const mails = await stays.queuedMail();
  const mail = mails.findLast((one) => one.subject.startsWith(subject) && one.subject.includes(code));
  return { mail, text: mail?.content ? toPlainText(mail.content) : '' };
};
const pay = async (placed: Placed) => {
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await stays.run();
};

test('a longer stay costs more: the preview shows the amount, and the mail has a link to pay it', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const shown = await (await preview(placed.code, dates(70, 5))).json();
  expect(shown).toMatchObject({
    from: { property: { slug }, ...dates(60), total: 60_000 },
    to: { property: { slug }, ...dates(70, 5), total: 100_000, lines: [{ kind: 'rent', amount: 100_000 }] },
    difference: 40_000,
    paid: 60_000,
    due: 40_000,
    dueOn: null,
    refund: 0,
    overrides: [],
  });
  expect((await stays.stored(placed.code)).checkin).toBe(inDays(60));

  const response = await move(placed.code, { ...dates(70, 5), total: 100_000 });
  expect(response.status).toBe(200);
  expect(await response.json()).toMatchObject({
    ...dates(70, 5),
    total: 100_000,
    paid: 60_000,
    due: 40_000,
    quote: { total: 100_000 },
    history: expect.arrayContaining([
      expect.objectContaining({
        event: 'moved',
        actor: 'host@example.com',
        details: expect.objectContaining({ difference: 40_000, due: 40_000, refund: 0 }),
      }),
    ]),
  });
  const { mail, text } = await toMail(placed, 'Moved: ');
  for (const part of [
    `Booking ${placed.code}`,
    'Difference: +$400.00',
    'Pay $400.00: http',
    'Price now: $1,000.00',
    formatDate(inDays(60)),
    formatDate(inDays(70)),
    formatDate(inDays(75)),
  ])
    expect(text).toContain(part);
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(['stay.ics', 'receipt.pdf']);
  expect((await stays.read(placed)).can).toContain('pay');
  await pay(placed);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'charge 40000']);
  expect(await stays.read(placed)).toMatchObject({ due: 0, paid: 100_000 });
  expect((await stays.hold(slug)).status).toBe('held');
});

test('a shorter stay gives the difference back, once, also when the request is repeated and when its response is lost', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await stays.faults({ apiReset: true });
  await move(placed.code, dates(90, 2));
  await stays.faults({ apiReset: false });
  for (let copy = 0; copy < 2; copy += 1) expect((await move(placed.code, dates(90, 2))).status).toBe(200);
  await stays.run();
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 20000']);
  expect((await toMail(placed, 'Moved: ')).text).toContain('We refund $200.00');
  expect(await stays.subjects(placed.code, 'guest')).toEqual([expect.stringMatching(/^Moved: /)]);
  expect(await stays.read(placed)).toMatchObject({ ...dates(90, 2), paid: 40_000, due: 0 });
});

test('what still waits to be mailed of the stay before is deleted, and the mail about the move says all that it said', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await stays.setPolicy(placed.code, 50);
  const confirmed = (await toMail(placed, 'Confirmed: ')).mail;
  expect((await stays.read(placed)).confirmationMail).toBe('on_its_way');
  expect((await move(placed.code, dates(95, 4))).status).toBe(200);
  expect(await stays.subjects(placed.code, 'guest')).toEqual([expect.stringMatching(/^Moved: /)]);
  expect((await stays.read(placed)).confirmationMail).toBeUndefined();
  const { mail, text } = await toMail(placed, 'Moved: ');
  expect(mail?.attachments?.map(({ filename }) => filename)).toEqual(
    confirmed?.attachments?.map(({ filename }) => filename),
  );
  for (const part of ['If you have to cancel', '50% refund', 'Paid: $180.00', `/trips/${placed.code}?key=`])
    expect(text).toContain(part);
});

test('a stay that is moved again and then cancelled retains the mails about its moves: they name refund, note and stay before', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  await move(placed.code, { ...dates(90, 2), note: 'Sorry about the roof' });
  await move(placed.code, dates(100, 2));
  const cancel = { refund: 0, reason: 'A storm' };
  expect(
    (await host.request('POST', `/api/admin/bookings/${placed.code}/cancel`, { json: cancel })).status,
  ).toBe(200);
  const subjects = (await stays.subjects(placed.code, 'guest')).map((subject) => subject.split(':')[0]);
  expect(subjects).toEqual(['Moved', 'Moved', 'Cancelled']);
  const first = (await stays.queuedMail()).find(
    ({ subject }) => subject.startsWith('Moved: ') && subject.includes(placed.code),
  );
  expect(first?.text).toContain('We refund $200.00');
  expect(first?.text).toContain('Sorry about the roof');
});

test('an earlier refund of a stay that is shortened is named in preview and mail, in addition to the refunded difference', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const refund = { amount: 20_000, reason: 'A night less' };
  await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json: refund });
  const seen = await (await preview(placed.code, dates(60, 2))).json();
  expect(seen).toMatchObject({ difference: -20_000, waived: 20_000, counted: 0, refund: 20_000, due: 0 });
  expect((await move(placed.code, dates(60, 2))).status).toBe(200);
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'refund 20000', 'refund 20000']);
  expect((await toMail(placed, 'Moved: ')).text).toContain('Refunded before, beside it: $200.00');
});

test('an earlier refund counts as part of a lower price if hosts choose so, and is not refunded again later', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  for (const amount of [5_000, 20_000]) {
    const json = { amount, reason: 'A night less' };
    await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json });
  }
  const shorter = { ...dates(60, 2), countRefunds: true };
  const seen = await (await preview(placed.code, shorter)).json();
  expect(seen).toMatchObject({ difference: -20_000, waived: 25_000, counted: 20_000, refund: 0, due: 0 });
  expect((await move(placed.code, { ...shorter, total: seen.to.total })).status).toBe(200);
  const ledger = ['charge 60000', 'refund 5000', 'refund 20000'];
  expect(await stays.ledger(placed.code)).toEqual(ledger);
  expect((await toMail(placed, 'Moved: ')).text).toContain('Of it refunded before: $200.00');
  // The rest of the hosts' refund stays waived: the same price on other dates leads to no payment and no refund.
  expect((await move(placed.code, dates(70, 2))).status).toBe(200);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(ledger);
  expect(await stays.stored(placed.code)).toMatchObject({
    waived_cents: 5_000,
    open_cents: 0,
    paid_cents: 35_000,
  });
  // The stay is extended again, so that the refund which counted as part of its lower price is owed again.
  const longer = await (await preview(placed.code, dates(70, 3))).json();
  expect(longer).toMatchObject({ difference: 20_000, due: 20_000, refund: 0, counted: 0 });
});

test('a more expensive stay has no refund, even if one is requested', async () => {
  const placed = await stays.confirmed((await stays.addProperty()).slug);
  const json = { amount: 5_000, reason: 'Noise' };
  await host.request('POST', `/api/admin/bookings/${placed.code}/refund`, { json });
  const seen = await (await preview(placed.code, { ...dates(60, 4), countRefunds: true })).json();
  expect(seen).toMatchObject({ difference: 20_000, waived: 5_000, counted: 0, due: 20_000 });
});

test('a stay moves to another home with that home’s price, turnover and fees, and frees its own nights', async () => {
  const own = await stays.addProperty();
  const other = await stays.addProperty({ nightly_cents: 30_000, turnover_nights: 2 });
  const placed = await stays.confirmed(own.slug);
  const response = await move(placed.code, { ...dates(60), property: other.slug });
  expect(await response.json()).toMatchObject({ property: { slug: other.slug }, total: 90_000, due: 30_000 });
  expect((await stays.stored(placed.code)).turnover_nights).toBe(2);
  expect((await stays.hold(own.slug)).status).toBe('held');
  const after = { property: other.slug, ...dates(63), guests: 2, pets: 0 };
  expect((await stays.request('POST', '/api/quotes', { json: after })).status).toBe(409);
});

test('the balance of a deposit moves to its new day; if that is too near, it is charged the next day', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  expect((await stays.stored(placed.code)).balance_due_on).toBe(inDays(30));
  const shown = await (await preview(placed.code, dates(100, 4))).json();
  expect(shown).toMatchObject({ paid: 18_000, due: 62_000, dueOn: inDays(70), refund: 0 });
  await move(placed.code, dates(100, 4));
  expect((await stays.stored(placed.code)).balance_due_on).toBe(inDays(70));
  const later = (await toMail(placed, 'Moved: ')).text;
  expect(later).toContain(`On ${formatDate(inDays(70))} we charge $620.00`);
  await move(placed.code, dates(20, 5));
  expect(await stays.stored(placed.code)).toMatchObject({ balance_due_on: inDays(1), total_cents: 100_000 });
  expect((await toMail(placed, 'Moved: ')).text).toContain('Pay $820.00');
});

test('a deposit without a stored card keeps the day of its balance, on which its guest is requested to pay', async () => {
  const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const placed = await stays.confirmed(slug, { plan: 'deposit' });
  await stays.set(placed.code, { stripe_payment_method_id: null });
  expect(await (await preview(placed.code, dates(100))).json()).toMatchObject({
    due: 42_000,
    dueOn: inDays(70),
    hasCard: false,
  });
  const moved = await (await move(placed.code, dates(100))).json();
  expect(moved).toMatchObject({ due: 42_000, dueOn: inDays(70), hasCard: false });
  expect((await stays.stored(placed.code)).balance_due_on).toBe(inDays(70));
  const { text } = await toMail(placed, 'Moved: ');
  expect(text).toContain(`$420.00 is due on ${formatDate(inDays(70))}. We have no card that we may charge`);
  expect(text).toContain(`Due on ${formatDate(inDays(70))}: $420.00`);
  expect(text).not.toContain('we charge');
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await stays.run();
  expect((await toMail(placed, 'Please pay $420.00')).mail).toBeDefined();
});

test('a move that is not allowed is rejected with its reason, and changes nothing', async () => {
  const { id, slug } = await stays.addProperty({ min_nights: 3, max_nights: 10 });
  const small = await stays.addProperty({ guests: 1 });
  const soon = await stays.addProperty({ is_coming_soon: true });
  const hidden = await stays.addProperty({ is_listed: false });
  const placed = await stays.confirmed(slug);
  await addBooking(stays.db, { property_id: id, checkin: inDays(80), checkout: inDays(83) });
  await stays.db
    .insertInto('blocks')
    .values({ property_id: id, first_night: inDays(90), last_night: inDays(91) })
    .execute();
  const before = await stays.stored(placed.code);
  const refusals: [object, number, object][] = [
    [dates(81), 409, { reason: 'dates_taken', nearest: expect.arrayContaining([expect.anything()]) }],
    [dates(91), 409, { reason: 'dates_taken' }],
    [{ ...dates(60), property: small.slug }, 400, { reason: 'too_many_guests' }],
    [{ ...dates(60), property: soon.slug }, 409, { reason: 'not_open' }],
    [{ ...dates(60), property: hidden.slug }, 404, {}],
    [{ ...dates(60), property: 'no-such-home' }, 404, {}],
    [dates(-1), 400, { reason: 'too_soon' }],
    [dates(2000), 400, { reason: 'too_far' }],
    [dates(60, 0), 400, { reason: 'too_short' }],
    [{ ...dates(70), total: 1 }, 409, { reason: 'price_changed', total: 60_000 }],
    [{ ...dates(70), nights: 3 }, 400, { fields: { nights: 'There is no such field' } }],
    [{ checkin: 'soon', checkout: inDays(70) }, 400, { fields: { checkin: expect.any(String) } }],
    [{ ...dates(70), property: 7 }, 400, { fields: { property: expect.any(String) } }],
    [{ ...dates(70), property: '\0' }, 400, { fields: { property: expect.any(String) } }],
    [{ ...dates(70), note: '\ud83d' }, 400, { fields: { note: expect.any(String) } }],
  ];
  for (const [json, status, body] of refusals) {
    const response = await move(placed.code, json);
    expect([response.status, await response.json()], JSON.stringify(json)).toEqual([
      status,
      expect.objectContaining({ ...body, message: expect.any(String) }),
    ]);
  }
  expect(await stays.stored(placed.code)).toEqual(before);
  expect(await stays.subjects(placed.code, 'guest')).toHaveLength(2);
  expect((await move('00000000', dates(70))).status).toBe(404);
  const held = await stays.hold(slug, {}, 120);
  expect((await move(held.code, dates(130))).status).toBe(409);
  expect(
    (await stays.request('POST', `/api/admin/bookings/${placed.code}/move`, { json: dates(70) })).status,
  ).toBe(401);
  const guest = await signedInBrowser(stays, 'other@guests.example', cookieBrowser(stays));
  for (const path of ['move', 'move/preview']) {
    const url = `/api/admin/bookings/${placed.code}/${path}`;
    expect((await guest.request('POST', url, { json: dates(70) })).status).toBe(403);
  }
});

test('hosts override the rules for guests, which the preview lists, and a stay does not conflict with itself', async () => {
  const { slug } = await stays.addProperty({ min_nights: 3, lead_days: 20 });
  const placed = await stays.confirmed(slug);
  const shown = await (await preview(placed.code, dates(61, 2))).json();
  expect(shown.overrides).toEqual(['A stay that begins on this day is at least 3 nights.']);
  expect((await move(placed.code, dates(61, 2))).status).toBe(200);
  expect((await move(placed.code, dates(5, 2))).status).toBe(200);
});

test('a guest who is in the home stays longer, and one whose stay is over is not moved', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await stays.set(placed.code, { checkin: inDays(-2), checkout: inDays(1) });
  expect((await move(placed.code, { checkin: inDays(-2), checkout: inDays(2) })).status).toBe(200);
  expect((await move(placed.code, { checkin: inDays(-2), checkout: inDays(-1) })).status).toBe(400);
  await stays.set(placed.code, { checkin: inDays(-9), checkout: inDays(-5) });
  expect((await move(placed.code, dates(70))).status).toBe(409);
});

test('the nights of another channel are never taken', async () => {
  const { id, slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const feed = {
    property_id: id,
    channel: 'vrbo' as const,
    url: 'https://vrbo.example/1.ics',
    is_active: false,
  };
  const { id: feedId } = await stays.db
    .insertInto('calendar_feeds')
    .values(feed)
    .returning('id')
    .executeTakeFirstOrThrow();
  const event = { feed_id: feedId, property_id: id, uid: 'a', kind: 'reservation' as const };
  await stays.db
    .insertInto('feed_events')
    .values({ ...event, checkin: inDays(72), checkout: inDays(75) })
    .execute();
  expect((await move(placed.code, dates(70))).status).toBe(409);
  await letChannelsRead(stays.db, id);
  // What a channel closed because it read this very stay from us does not stand in its way.
  const { checkin, checkout } = dates(60);
  const echo = calendar(
    stay('a', inDays(72), inDays(75), 'Sarah J.'),
    stay('echo', checkin, checkout, 'Blocked'),
  );
  const vrbo = await feeds.add(stays.db, id, echo, { channel: 'vrbo' });
  await stays.db.deleteFrom('calendar_feeds').where('id', '=', feedId).execute();
  await letChannelsRead(stays.db, id);
  await readFeedNow(stays.ctx, vrbo.id);
  expect((await move(placed.code, dates(61))).status).toBe(200);
});

test('other channels are read again before a move: nights that one of them has just sold are rejected', async () => {
  const { id, slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const feed = await feeds.add(stays.db, id, calendar());
  await feed.set(calendar(stay('sold', inDays(71), inDays(73))));
  expect((await preview(placed.code, dates(70))).status).toBe(200);
  const response = await move(placed.code, dates(70));
  expect([response.status, (await response.json()).reason]).toEqual([409, 'dates_taken']);
  expect((await stays.stored(placed.code)).checkin).toBe(inDays(60));
});

test('an open payment page is closed before the amount changes, and one that was paid before is counted', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await move(placed.code, dates(70, 4));
  const { url } = await (await stays.act(placed, 'checkout')).json();
  await stays.step(stays.sessionOf(url), 'complete');
  await move(placed.code, dates(70, 3));
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 60000', 'charge 20000', 'refund 20000']);
  await move(placed.code, dates(70, 5));
  const open = await (await stays.act(placed, 'checkout')).json();
  await move(placed.code, dates(70, 6));
  const session = await stays.stripe.checkout.sessions.retrieve(stays.sessionOf(open.url));
  expect(session.status).toBe('expired');
});

test('the calendar file keeps its UID, and its SEQUENCE grows', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const file = async () => {
    const headers = { 'X-Booking-Key': placed.key };
    const text = await (
      await stays.request('GET', `/api/bookings/${placed.code}/stay.ics`, { headers })
    ).text();
    const [uid, sequence] = ['UID', 'SEQUENCE'].map((name) => new RegExp(`${name}:(.*)`).exec(text)?.[1]);
    return { uid, sequence: Number(sequence), text };
  };
  const first = await file();
  const { now } = stays.platform;
  stays.platform.now = () => new Date(now().getTime() + 2_000);
  await move(placed.code, dates(70));
  const second = await file();
  stays.platform.now = now;
  expect(second.uid).toBe(first.uid);
  expect(second.sequence).toBeGreaterThan(first.sequence);
  expect(second.text).toContain(inDays(70).replaceAll('-', ''));
});

test('T-01: exactly one of a move and eight guests gets the same nights, and the others are rejected', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  const quotes = await Promise.all(Array.from({ length: 8 }, () => stays.quote(slug, 70)));
  const answers = await Promise.all([
    move(placed.code, dates(69, 3)),
    ...quotes.map(({ id }) => stays.book(id)),
  ]);
  const won = answers.filter(({ status }) => status === 200 || status === 201);
  const told = await Promise.all(
    answers.filter((answer) => !won.includes(answer)).map(async (answer) => (await answer.json()).reason),
  );
  expect(told).toEqual(Array(8).fill('dates_taken'));
});

test('two stays that trade places at the same moment do not overlap', async () => {
  const { slug } = await stays.addProperty();
  const [one, two] = [await stays.confirmed(slug, {}, 60), await stays.confirmed(slug, {}, 70)];
  const answers = await Promise.all([move(one.code, dates(70)), move(two.code, dates(60))]);
  expect(answers.map(({ status }) => status)).toEqual([409, 409]);
});

test.each(['needs_response', 'lost'])(
  'a move of a stay with a dispute (%s) promises and requests no balance',
  async (status) => {
    const { slug } = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
    const placed = await stays.confirmed(slug, { plan: 'deposit' });
    await stays.db
      .insertInto('disputes')
      .values({
        id: `dp_${placed.code}`,
        booking_id: (await stays.stored(placed.code)).id,
        payment_id: 'pi_1',
        amount_cents: 18_000,
        status,
        reason: 'fraudulent',
        created_at: new Date(),
      })
      .execute();
    const undated = { due: 62_000, dueOn: null, isDisputed: true };
    expect(await (await preview(placed.code, dates(100, 4))).json()).toMatchObject(undated);
    await move(placed.code, dates(100, 4));
    expect((await stays.stored(placed.code)).balance_due_on).toBe(inDays(70));
    const { text } = await toMail(placed, 'Moved: ');
    expect(text).toContain('Still to pay: $620.00');
    expect(text).not.toMatch(/we charge|is due on|is open now|Please pay|Pay \$/);
  },
);
