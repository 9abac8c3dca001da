import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBulkhead, statementGroups, transactionGroups } from './bulkhead.server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('a group admits three, and the next after one leaves', async () => {
  const bulkhead = createBulkhead();
  const [leave] = await Promise.all([1, 2, 3].map(() => bulkhead.enter(['inquiries'])));
  const fourth = bulkhead.enter(['inquiries']);
  await bulkhead.enter(['products']);
  leave?.();
  await expect(fourth).resolves.toBeTypeOf('function');
});

test('enter rejects in a group where nothing moves for 1.5 s, and after 3 s in a busy one', async () => {
  const bulkhead = createBulkhead();
  const leaves = await Promise.all([1, 2, 3].map(() => bulkhead.enter(['inquiries'])));
  const stalled = bulkhead.enter(['inquiries']).catch((error) => error);
  let isRefused = false;
  void stalled.then(() => {
    isRefused = true;
  });
  await vi.advanceTimersByTimeAsync(1_400);
  expect(isRefused).toBe(false);
  await vi.advanceTimersByTimeAsync(200);
  expect(await stalled).toMatchObject({ code: '53300' });

  const waiting = Array.from({ length: 20 }, () => bulkhead.enter(['inquiries']));
  const refused: unknown[] = [];
  for (const entered of waiting)
    entered.then(
      (leave) => leaves.push(leave),
      (error) => refused.push(error.code),
    );
  for (let passed = 0; passed < 2_700; passed += 300) {
    await vi.advanceTimersByTimeAsync(300);
    leaves.shift()?.();
  }
  expect(refused).toEqual([]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(refused).toHaveLength(11);
});

test('a pause of the machine, in which the database stands still, too, is no waiting', async () => {
  const bulkhead = createBulkhead();
  const now = performance.now.bind(performance);
  let pausedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now() + pausedMs);
  const [leave] = await Promise.all([1, 2, 3].map(() => bulkhead.enter(['inquiries'])));
  const fourth = bulkhead.enter(['inquiries']);
  await vi.advanceTimersByTimeAsync(1_000);
  pausedMs = 10_000;
  await vi.advanceTimersByTimeAsync(250);
  leave?.();
  await expect(fourth).resolves.toBeTypeOf('function');
  const fifth = bulkhead.enter(['inquiries']).catch((error) => error);
  await vi.advanceTimersByTimeAsync(1_800);
  expect(await fifth).toMatchObject({ code: '53300' });
});

test('a call that joins a group which has just filled up waits as long as the earlier ones', async () => {
  const bulkhead = createBulkhead();
  await vi.advanceTimersByTimeAsync(10_000);
  const [leave] = await Promise.all([1, 2, 3].map(() => bulkhead.enter(['inquiries'])));
  const fourth = bulkhead.enter(['inquiries']);
  await vi.advanceTimersByTimeAsync(1_000);
  leave?.();
  await expect(fourth).resolves.toBeTypeOf('function');
});

test('transactions of one action hold three connections, all six', async () => {
  const bulkhead = createBulkhead();
  const inside: string[] = [];
  const begin = (first: string) => {
    bulkhead.enter(transactionGroups(first)).then(
      () => inside.push(first),
      () => {},
    );
  };
  for (const action of ['a', 'a', 'a', 'a', 'b', 'b', 'c', 'd']) begin(action);
  await vi.advanceTimersByTimeAsync(0);
  expect(inside).toEqual(['a', 'a', 'a', 'b', 'b', 'c']);
});

test.each([
  ['select "id" from "blog_posts" where "slug" = $1', ['blog_posts']],
  ['select * from sessions join users on users.id = sessions.user_id', ['sessions users']],
  ['insert into "inquiries" ("id") values ($1)', ['inquiries']],
  ['insert into rate_limits values ($1) on conflict (key) do update set points = 1', ['rate_limits']],
  ['update "users" set "name" = $1', ['users']],
  ['delete from only notes', ['notes']],
  ['select * from products for update skip locked', ['products']],
  ['select * from unnest($1::text[]) as name', []],
  ['select count(*) from media where a is distinct from b', ['media']],
  ['SELECT points FROM "rate_limits" WHERE key = $1', ['rate_limits']],
  ["set statement_timeout = '30min'", []],
  ['select pg_advisory_lock($1)', []],
])('%s names %j', (sql, tables) => {
  expect(statementGroups(sql)).toEqual(tables);
});
