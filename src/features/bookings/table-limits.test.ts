import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty, bookingRow } from '../../../test/bookings.ts';
import { sender } from '../../../test/rows.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { newId } from '../../shared/uuid.server.ts';

/* What hosts may not write into the tables of prices and calendars: the form says so, and the database, too. */

const app = await testAppForFile();
const { db, pool } = app.platform;
const send = sender(await signedInBrowser(app, 'host@example.com'));
const { id: property_id } = await addProperty(db);

/** Rows that each table takes. */
const right: Record<string, Record<string, unknown>> = {
  rates: { property_id, name: 'Summer', nightly_cents: 30_000 },
  discounts: { property_id, kind: 'early', days_before: 60, percent: 7 },
  fees: { property_id, label: 'Cleaning', kind: 'per_stay', amount_cents: 15_000 },
  taxes: { property_id, label: 'State', jurisdiction: 'Florida', percent: 6 },
  promo_codes: { property_id, code: 'SUN', percent: 10 },
  blocks: { property_id, first_night: '2027-07-01', last_night: '2027-07-03' },
  calendar_feeds: { property_id, channel: 'airbnb', url: 'https://feeds.example/1.ics' },
  cancellation_policies: { name: 'Strict', grace_hours: 24 },
  message_templates: { name: 'Thanks', text: 'Thank you' },
};

/** @returns its id */
async function insert(table: string, row: Record<string, unknown>): Promise<string> {
  const id = newId();
  const columns = Object.keys(row);
  const values = columns.map((_, index) => `$${index + 1}`);
  const sql = `insert into ${table} (id, ${columns.join(', ')}) values ('${id}', ${values.join(', ')})`;
  await pool.query(sql, Object.values(row));
  return id;
}
const remove = (table: string, id: unknown) => pool.query(`delete from ${table} where id = $1`, [id]);

test.each(Object.entries(right))(
  '%s take a right row by the form and by the database',
  async (table, row) => {
    const added = await send('POST', `/api/tables/${table}`, row);
    expect(added.status, JSON.stringify(added)).toBe(201);
    await remove(table, added.id);
    await remove(table, await insert(table, row));
  },
);

const long = 'x'.repeat(101);
const wrong: [table: string, more: Record<string, unknown>, field: string][] = [
  ['rates', { name: long }, 'name'],
  ['rates', { nightly_cents: 0 }, 'nightly_cents'],
  ['rates', { nightly_cents: -1 }, 'nightly_cents'],
  ['rates', { weekend_cents: 0 }, 'weekend_cents'],
  ['rates', { min_nights: 0 }, 'min_nights'],
  ['rates', { min_nights: 366 }, 'min_nights'],
  ['rates', { arrival_days: ['Saturday'] }, 'arrival_days'],
  ['rates', { first_night: '2027-07-02', last_night: '2027-07-01' }, 'last_night'],
  ['discounts', { kind: 'loyalty' }, 'kind'],
  ['discounts', { percent: 0 }, 'percent'],
  ['discounts', { percent: 100.001 }, 'percent'],
  ['discounts', { days_before: -1 }, 'days_before'],
  ['discounts', { days_before: 1096 }, 'days_before'],
  ['discounts', { kind: 'length_of_stay', from_nights: 0 }, 'from_nights'],
  ['discounts', { kind: 'length_of_stay', from_nights: 731 }, 'from_nights'],
  ['discounts', { label: long }, 'label'],
  ['fees', { label: '' }, 'label'],
  ['fees', { label: long }, 'label'],
  ['fees', { kind: 'per_guest' }, 'kind'],
  ['fees', { amount_cents: -1 }, 'amount_cents'],
  ['fees', { kind: 'percent_of_rent', percent: 101 }, 'percent'],
  ['taxes', { label: '' }, 'label'],
  ['taxes', { jurisdiction: '' }, 'jurisdiction'],
  ['taxes', { jurisdiction: long }, 'jurisdiction'],
  ['taxes', { percent: -0.001 }, 'percent'],
  ['taxes', { percent: 100.5 }, 'percent'],
  ['taxes', { step: 0 }, 'step'],
  ['taxes', { step: 10 }, 'step'],
  ['taxes', { max_nights: 0 }, 'max_nights'],
  ['taxes', { first_night: '2027-07-02', last_night: '2027-07-01' }, 'last_night'],
  ['promo_codes', { code: 'A' }, 'code'],
  ['promo_codes', { code: 'SUN 10' }, 'code'],
  ['promo_codes', { code: 'x'.repeat(41) }, 'code'],
  ['promo_codes', { percent: 0 }, 'percent'],
  ['promo_codes', { percent: null, amount_cents: 0 }, 'amount_cents'],
  ['promo_codes', { min_nights: 0 }, 'min_nights'],
  ['promo_codes', { max_uses: -1 }, 'max_uses'],
  ['promo_codes', { book_from: '2027-07-02', book_until: '2027-07-01' }, 'book_until'],
  ['promo_codes', { stay_from: '2027-07-02', stay_until: '2027-07-01' }, 'stay_until'],
  ['blocks', { first_night: '2027-07-04', last_night: '2027-07-03' }, 'last_night'],
  ['blocks', { last_night: '2031-07-03' }, 'last_night'],
  ['blocks', { note: 'x'.repeat(501) }, 'note'],
  ['calendar_feeds', { channel: 'expedia' }, 'channel'],
  ['calendar_feeds', { url: `https://feeds.example/${'x'.repeat(2048)}` }, 'url'],
  ['calendar_feeds', { name: long }, 'name'],
  ['cancellation_policies', { name: '' }, 'name'],
  ['cancellation_policies', { grace_hours: -1 }, 'grace_hours'],
  ['cancellation_policies', { grace_hours: 337 }, 'grace_hours'],
  ['message_templates', { name: '' }, 'name'],
  ['message_templates', { text: 'x'.repeat(5001) }, 'text'],
];

test.each(wrong)(
  '%s with %j are rejected by the form, at the field, and by the database',
  async (table, more, field) => {
    const answer = await send('POST', `/api/tables/${table}`, { ...right[table], ...more });
    expect([answer.status, Object.keys(answer.fields ?? {})], JSON.stringify(answer)).toEqual([
      400,
      expect.arrayContaining([field]),
    ]);
    await expect(insert(table, { ...right[table], ...more })).rejects.toMatchObject({
      code: expect.stringMatching(/^(22|23)/),
    });
  },
);

test('a promotion code that differs only in its capitals is rejected at the field', async () => {
  const id = await insert('promo_codes', right.promo_codes ?? {});
  const answer = await send('POST', '/api/tables/promo_codes', { ...right.promo_codes, code: 'sun' });
  expect(answer).toMatchObject({ status: 400, fields: { code: 'Code is already used by another row' } });
  await remove('promo_codes', id);
});

const homes: [Record<string, unknown>, string][] = [
  [{ booking_mode: 'lottery' }, 'booking_mode'],
  [{ nightly_cents: -1 }, 'nightly_cents'],
  [{ min_nights: 0 }, 'min_nights'],
  [{ min_nights: 8, max_nights: 7 }, 'max_nights'],
  [{ max_nights: 731 }, 'max_nights'],
  [{ arrival_days: ['funday'] }, 'arrival_days'],
  [{ turnover_nights: 31 }, 'turnover_nights'],
  [{ lead_days: -1 }, 'lead_days'],
  [{ horizon_days: 0 }, 'horizon_days'],
  [{ horizon_days: 1096 }, 'horizon_days'],
  [{ guests_included: 0 }, 'guests_included'],
  [{ max_pets: 21 }, 'max_pets'],
  [{ deposit_percent: 0 }, 'deposit_percent'],
  [{ deposit_percent: 100.5 }, 'deposit_percent'],
  [{ balance_due_days: 366 }, 'balance_due_days'],
];

test.each(homes)(
  'a home with %j is rejected by the form, at the field, and by the database',
  async (more, field) => {
    const answer = await send('PUT', `/api/tables/properties/${property_id}`, more);
    expect([answer.status, Object.keys(answer.fields ?? {})], JSON.stringify(answer)).toEqual([
      400,
      expect.arrayContaining([field]),
    ]);
    const sets = Object.keys(more).map((column, index) => `${column} = $${index + 1}`);
    const update = pool.query(
      `update properties set ${sets.join(', ')} where id = '${property_id}'`,
      Object.values(more),
    );
    await expect(update).rejects.toMatchObject({ code: expect.stringMatching(/^(22|23)/) });
  },
);

const span = { property_id, checkin: '2028-03-01', checkout: '2028-03-05' };
test.each([
  ['that ends before it begins', { checkout: '2028-02-28' }],
  ['of no night', { checkout: '2028-03-01' }],
  ['for nobody', { guests: 0 }],
  ['with fewer pets than none', { pets: -1 }],
  ['that costs less than nothing', { total_cents: -1, due_now_cents: -1 }],
  ['of which more is due now than it costs', { due_now_cents: 60_001 }],
  ['in a state that is none', { status: 'lost' }],
  ['that is held for ever', { status: 'held', hold_expires_at: null }],
  ['that is requested for ever', { status: 'requested', hold_expires_at: null }],
  ['with a code that cannot be said', { code: 'ABCDEFIL' }],
  ['paid by a plan that is none', { plan: 'later' }],
])('the database stores no booking %s', async (_, more) => {
  const row = { ...(await bookingRow(db, span)), ...more };
  await expect(
    db
      .insertInto('bookings')
      .values(row as never)
      .execute(),
  ).rejects.toMatchObject({ code: '23514' });
});

test('the database keeps two bookings, and a booking and a block, from one night, with the nights between them', async () => {
  const { id } = await addProperty(db);
  const at = (checkin: string, checkout: string, more: object = {}) =>
    addBooking(db, { property_id: id, checkin, checkout, turnover_nights: 1, ...more });
  await at('2028-04-10', '2028-04-15');
  for (const [checkin, checkout] of [
    ['2028-04-14', '2028-04-20'],
    ['2028-04-15', '2028-04-20'],
    ['2028-04-05', '2028-04-10'],
    ['2028-04-11', '2028-04-12'],
  ] as const)
    await expect(at(checkin, checkout), checkin).rejects.toMatchObject({ code: '23P01' });
  await expect(
    insert('blocks', { property_id: id, first_night: '2028-04-14', last_night: '2028-04-16' }),
  ).rejects.toMatchObject({
    code: '23P01',
  });
  await at('2028-04-16', '2028-04-20');
  await at('2028-04-11', '2028-04-12', { status: 'cancelled' });
});

test('the database records no payment of nothing, none twice, and no card payment without its id', async () => {
  const { id: booking_id } = await addBooking(db, { ...span, checkin: '2028-05-01', checkout: '2028-05-05' });
  const row = { booking_id, kind: 'charge' as const, amount_cents: 100, stripe_id: 'pi_once' };
  await db.insertInto('payments').values(row).execute();
  const add = (more: object) =>
    db
      .insertInto('payments')
      .values({ ...row, stripe_id: newId(), ...more })
      .execute();
  await expect(add({ stripe_id: 'pi_once' })).rejects.toMatchObject({ code: '23505' });
  await expect(add({ amount_cents: 0 })).rejects.toMatchObject({ code: '23514' });
  await expect(add({ amount_cents: -100 })).rejects.toMatchObject({ code: '23514' });
  await expect(add({ stripe_id: null })).rejects.toMatchObject({ code: '23514' });
  await expect(add({ kind: 'gift' })).rejects.toMatchObject({ code: '23514' });
});

test('the database corrects a refund by a row of either sign, and a charge or what is not in the ledger by none', async () => {
  const { id: booking_id } = await addBooking(db, { ...span, checkin: '2028-05-10', checkout: '2028-05-14' });
  const add = (row: {
    kind: 'charge' | 'refund';
    amount_cents: number;
    stripe_id?: string;
    corrects?: string;
  }) =>
    db
      .insertInto('payments')
      .values({ booking_id, ...row })
      .execute();
  await add({ kind: 'charge', amount_cents: 500, stripe_id: 'pi_corrected' });
  await add({ kind: 'refund', amount_cents: 100, stripe_id: 're_corrected' });
  await add({ kind: 'refund', amount_cents: -100, corrects: 're_corrected' });
  await add({ kind: 'refund', amount_cents: 100, corrects: 're_corrected' });
  const refund = { kind: 'refund' as const, amount_cents: -100 };
  const rejected: [string, Parameters<typeof add>[0]][] = [
    ['23514', { ...refund, amount_cents: 0, corrects: 're_corrected' }],
    ['23514', { ...refund, stripe_id: 're_other', corrects: 're_corrected' }],
    ['23514', { kind: 'charge', amount_cents: -500, corrects: 'pi_corrected' }],
    ['23503', { ...refund, corrects: 're_missing' }],
  ];
  for (const [code, row] of rejected) await expect(add(row)).rejects.toMatchObject({ code });
});

test.each([
  ["delete from payments where kind = 'refund'"],
  ['delete from payments where false'],
  ['update payments set amount_cents = amount_cents + 1'],
  ["update payments set created_at = now() where kind = 'refund'"],
])('the database rejects %j, since rows are only added to the ledger', async (statement) => {
  await expect(app.platform.pool.query(statement)).rejects.toMatchObject({ code: '23001' });
});
