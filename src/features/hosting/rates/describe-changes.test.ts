import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { sendCsv, sender } from '../../../../test/rows.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { tableHooks } from '../../../table-hooks.server.ts';

const now = new Date('2027-05-01T12:00:00Z');
let app: TestApp;
let send: ReturnType<typeof sender>;
let host: Awaited<ReturnType<typeof signedInBrowser>>;
let home: { id: string };
beforeAll(async () => {
  app = await testApp({ now: () => now });
  host = await signedInBrowser(app, 'host@example.com');
  send = sender(host);
});
beforeEach(async () => {
  home = await addProperty(db(), { ...priced, title: 'Tern', weekend_cents: 26_000 });
});
afterAll(() => app.close());

const priced = { nightly_cents: 20_000 };
const db = () => app.platform.db;
const addRate = async (values: object): Promise<string> => {
  const rates = db()
    .insertInto('rates')
    .values({ property_id: home.id, ...values });
  return (await rates.returning('id').executeTakeFirstOrThrow()).id;
};
const effect = (table: string, json: object) => send('POST', `/api/tables/${table}/effect`, json);
const july = { first_night: '2027-07-05', last_night: '2027-07-11' };

describe('the effect of a change of a home', () => {
  test('names the nights that change, and warns of those that cost less than half', async () => {
    await addRate({ ...july, nightly_cents: 40_000 });
    const set = { nightly_cents: 175, weekend_cents: null };
    expect(await effect('properties', { ids: [home.id], set })).toMatchObject({
      status: 200,
      lines: [`Tern: 1089 nights change. $200.00 to $260.00 → $1.75.`],
      warnings: [
        `Tern: 1089 nights are more than half cheaper, the first of them on May 1, 2027: $260.00 → $1.75.`,
      ],
    });
  });

  test('warns of nights that are sold no longer, and of a single one', async () => {
    await addRate({ first_night: '2027-05-02', nightly_cents: 30_000 });
    expect(await effect('properties', { ids: [home.id], set: { weekend_cents: 0 } })).toMatchObject({
      warnings: [`Tern: the night of May 1, 2027 is no longer for sale: $260.00 → not for sale.`],
    });
  });

  test.each([
    [{ nightly_cents: 20_000 }, []],
    [{ title: 'Another' }, []],
    [{ min_nights: 3 }, ['Tern: the rules of 1096 nights change, their prices stay.']],
    [{ nightly_cents: 10_000, weekend_cents: 13_000 }, [expect.stringContaining('1096 nights change')]],
  ])('%j is no mistake', async (set, lines) => {
    expect(await effect('properties', { ids: [home.id], set })).toMatchObject({
      status: 200,
      lines,
      warnings: [],
    });
  });

  test('says that rates win over a price that changes no night', async () => {
    await addRate({ nightly_cents: 30_000 });
    expect(await effect('properties', { ids: [home.id], set: { nightly_cents: 1 } })).toMatchObject({
      lines: [`Tern: no night changes.`],
      warnings: [],
    });
  });
});

describe('the effect of a change of rates', () => {
  const rate = (more: object) => ({ property_id: home.id, ...july, ...more });

  test('a new rate wins over older ones of its priority', async () => {
    await addRate({ ...july, nightly_cents: 40_000 });
    expect(await effect('rates', { set: rate({ nightly_cents: 19_999 }) })).toMatchObject({
      lines: [`Tern: 7 nights change. $400.00 → $199.99.`],
      warnings: [
        `Tern: 7 nights are more than half cheaper, the first of them on July 5, 2027: $400.00 → $199.99.`,
      ],
    });
    expect(await effect('rates', { set: rate({ nightly_cents: 20_000 }) })).toMatchObject({ warnings: [] });
  });

  test('a rate below a stronger one changes nothing', async () => {
    await addRate({ ...july, nightly_cents: 40_000, priority: 5 });
    expect(await effect('rates', { set: rate({ nightly_cents: 1, priority: 4 }) })).toMatchObject({
      lines: [`Tern: no night changes.`],
      warnings: [],
    });
  });

  test('many stored rates are compared at once, those of a home that they move to, too', async () => {
    const other = await addProperty(db(), { ...priced, nightly_cents: 10_000 });
    const ids = [await addRate({ ...july, nightly_cents: 40_000 })];
    const moved = await effect('rates', { ids, set: { property_id: other.id } });
    expect(moved.lines).toHaveLength(2);
    expect(moved.warnings).toEqual([]);
    expect(await effect('rates', { ids, set: { nightly_cents: 100 } })).toMatchObject({
      warnings: [expect.stringContaining('7 nights are more than half cheaper')],
    });
  });

  test('an example that production leaves out takes effect once it is saved', async () => {
    const env = { NODE_ENV: 'production', APP_URL: 'http://localhost:3000' };
    const production = await testApp({ env, now: () => now });
    try {
      const { db } = production.platform;
      const { id: property_id } = await addProperty(db, { ...priced, title: 'Tern' });
      const { id } = await db
        .insertInto('rates')
        .values({ property_id, ...july, nightly_cents: 40_000, is_example: true })
        .returning('id')
        .executeTakeFirstOrThrow();
      const request = sender(await signedInBrowser(production, 'host@example.com'));
      const json = { ids: [id], set: { name: 'July' } };
      expect(await request('POST', '/api/tables/rates/effect', json)).toMatchObject({
        lines: [`Tern: 7 nights change. $200.00 → $400.00.`],
        warnings: [],
      });
    } finally {
      await production.close();
    }
  });

  test('an import names it beside its rows and writes nothing', async () => {
    const csv = `property_id,first_night,last_night,nightly_cents\n${home.id},2027-07-05,2027-07-11,175\n`;
    expect(await sendCsv(host, 'rates', csv)).toMatchObject({
      errorCount: 0,
      effect: {
        lines: [`Tern: 7 nights change. $200.00 to $260.00 → $1.75.`],
        warnings: [expect.stringContaining('7 nights are more than half cheaper')],
      },
    });
    expect(await db().selectFrom('rates').selectAll().where('property_id', '=', home.id).execute()).toEqual(
      [],
    );
  });
});

test('a table without prices has no effect', async () => {
  const set = { name: 'Ann', email: 'ann@example.com' };
  expect(await effect('cleaners', { set })).toMatchObject({ status: 200, lines: [], warnings: [] });
});

test.each([
  ['a row that is not there', 'properties', () => ({ ids: [newId()], set: { beds: 2 } }), 404],
  ['the same row twice', 'properties', () => ({ ids: [home.id, home.id], set: { beds: 2 } }), 400],
  ['a wrong value', 'properties', () => ({ ids: [home.id], set: { nightly_cents: -1 } }), 400],
  ['an unknown table', 'boats', () => ({ set: {} }), 404],
  ['a table that takes no new rows', 'bookings', () => ({ set: {} }), 403],
] as const)('the effect of a change with %s is rejected', async (_, table, json, status) => {
  expect((await effect(table, json())).status).toBe(status);
});

test('the effect of a change is only for hosts', async () => {
  const anonymous = sender(cookieBrowser(app));
  expect((await anonymous('POST', '/api/tables/rates/effect', { set: {} })).status).toBe(401);
});

test('the schemas name the tables whose changes have an effect', () => {
  const described = Object.keys(tableHooks).filter((name) => tableHooks[name]?.describeChanges);
  const named = app.platform.tables.filter(({ form }) => form.hasEffect).map(({ name }) => name);
  expect(named.sort()).toEqual(described.sort());
});
