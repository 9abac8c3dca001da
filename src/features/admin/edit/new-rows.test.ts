import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type AdminApp, adminApp } from '../../../../test/admin-table.ts';
import { sender } from '../../../../test/rows.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { getTable } from '../schema/tables.server.ts';
import { addTogether } from './new-rows.server.ts';

let admin: AdminApp;
let send: ReturnType<typeof sender>;
beforeAll(async () => {
  admin = await adminApp();
  send = sender(admin.host);
});
afterAll(() => admin.app.close());
beforeEach(() => admin.app.platform.pool.query('truncate sailors; truncate audit_log'));

const sailor = (name: string, more: Record<string, unknown> = {}): Record<string, unknown> => ({
  name,
  is_captain: false,
  rank: 'mate',
  rating: 4,
  ports: ['Tampa'],
  ...more,
});
/** What a form leaves empty. */
const blank = { note: '', joined_at: '2026-05-01T10:00:00Z' };
const add = (row: object, from = send) => from('POST', '/api/tables/sailors', row);
const query = async (text: string) => (await admin.app.platform.pool.query(text)).rows;
/** The connections whose statement on sailors waits for a lock now. */
const waiting = async (): Promise<number[]> =>
  (
    await query(
      `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like '%"sailors"%'`,
    )
  ).map(({ pid }) => pid);

test('rows that are sent at the same moment are each answered with themselves, and stored and recorded once', async () => {
  const names = Array.from({ length: 40 }, (_, at) => `Sailor ${at}`);
  const made = await Promise.all(
    names.map((name, age) => add(sailor(name, { age, ports: [`"${age}",{}`], rating: age / 10 }))),
  );
  expect(made.map(({ status, name, age, ports, rating }) => ({ status, name, age, ports, rating }))).toEqual(
    names.map((name, age) => ({ status: 201, name, age, ports: [`"${age}",{}`], rating: age / 10 })),
  );
  expect((await query('select name from sailors order by age')).map(({ name }) => name)).toEqual(names);
  const entries = await query(`select after ->> 'name' as name, row_id, action, actor_email from audit_log`);
  expect(entries.sort((a, b) => compare(a.name, b.name))).toEqual(
    made
      .map(({ id, name }) => ({ name, row_id: id, action: 'create', actor_email: 'host@example.com' }))
      .sort((a, b) => compare(a.name, b.name)),
  );
  const one = made[0] as (typeof made)[number];
  expect(await send('GET', `/api/tables/sailors/${one.id}`)).toEqual({ ...one, status: 200 });
});

const compare = (a: string, b: string): number => (a < b ? -1 : 1);

test('a row that the database refuses is refused alone, in its own words', async () => {
  const rows = Array.from({ length: 20 }, (_, at) =>
    sailor(`Sailor ${at}`, { boat_id: at % 5 === 4 ? 99 : 1 }),
  );
  const answers = await Promise.all(rows.map((row) => add(row)));
  expect(answers.map(({ status }) => status)).toEqual(rows.map(({ boat_id }) => (boat_id === 1 ? 201 : 400)));
  expect(answers[4]).toMatchObject({ fields: { boat_id: 'Boat is not in Boats' } });
  const [{ rows: stored, entries }] = (await query(
    'select (select count(*) from sailors) as rows, (select count(*) from audit_log) as entries',
  )) as [{ rows: number; entries: number }];
  expect({ stored, entries }).toEqual({ stored: 16, entries: 16 });
});

test('each entry names whoever sent its row', async () => {
  const { pool, tables } = admin.app.platform;
  const table = getTable(tables, 'sailors');
  const authors = ['ann', 'ben', 'cleo', 'dan'].map((name) => ({
    ...{ userId: newId(), email: `${name}@example.com`, at: new Date('2026-05-01T10:00:00.123Z') },
  }));
  const rows = authors.map((author) => ({ id: newId(), values: sailor('Ann', blank), author }));
  const made = await Promise.all(rows.map((row) => addTogether(pool, table, row)));
  expect(made.map(({ id }) => id)).toEqual(rows.map(({ id }) => id));
  const entries = await query(
    'select row_id, actor_id, actor_email, created_at as at from audit_log order by actor_email',
  );
  expect(entries).toEqual(
    rows.map(({ id, author: { userId, email, at } }) => ({
      ...{ row_id: id, actor_id: userId, actor_email: email, at },
    })),
  );
});

test('when the connection breaks, nobody is told that a row is stored that is not', async () => {
  const keeper = await admin.app.platform.pool.connect();
  await keeper.query('begin; lock table sailors in share mode');
  const first = add(sailor('First'));
  await expect.poll(waiting).toHaveLength(1);
  const others = Promise.all([1, 2, 3].map((at) => add(sailor(`Other ${at}`))));
  const end = async () => query(`select pg_terminate_backend(${(await waiting())[0]})`);
  await end();
  expect((await first).status).toBe(503);
  await expect.poll(waiting).toHaveLength(1);
  await end();
  expect((await others).map(({ status }) => status)).toEqual([503, 503, 503]);
  await keeper.query('rollback');
  keeper.release();
  expect(await query('select name from sailors')).toEqual([]);
  expect((await add(sailor('Later'))).status).toBe(201);
});
