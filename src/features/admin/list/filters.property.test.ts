import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApp, adminApp, sailorsUrl } from '../../../../test/admin-table.ts';

/* The list finds in the database what the same rule finds in the rows, for any words. */

interface Sailor {
  name: string;
  age: number | null;
  ports: string[];
}

const tricky = fc.constantFrom('%', '_', '\\', "'", '"', 'a', 'B', '{', '}', ',', '--', ';', ' ', 'é', '🏖');
const words = fc.array(tricky, { minLength: 1, maxLength: 6 }).map((parts) => parts.join(''));
const sailor = fc.record({
  name: words,
  age: fc.option(fc.integer({ min: 0, max: 5 })),
  ports: fc.array(words, { maxLength: 3 }),
});
const runs = { numRuns: 25 };

let admin: AdminApp;
let sailors: Sailor[];
beforeAll(async () => {
  admin = await adminApp();
  sailors = fc.sample(sailor, { numRuns: 60, seed: 4 });
  await admin.addSailors(sailors.map(({ name, age, ports }) => ({ name, age, ports })));
});
afterAll(() => admin.app.close());

const found = async (query: Record<string, unknown>) => {
  const { data, total } = await admin.read(sailorsUrl({ limit: '200', ...query }));
  expect(total).toBe(data.length);
  return data.map(({ name, age }) => `${name}|${age}`).toSorted();
};
const matching = (rule: (one: Sailor) => boolean) =>
  sailors
    .filter(rule)
    .map(({ name, age }) => `${name}|${age}`)
    .toSorted();

test('contains finds a text literally, including the special characters of LIKE', async () => {
  const part = words.map((text) => text.slice(0, 2));
  await fc.assert(
    fc.asyncProperty(part, async (text) => {
      const wellFormed = text.toWellFormed().replaceAll('\ufffd', '');
      expect(await found({ filters: { name: { contains: wellFormed } } })).toEqual(
        matching(({ name }) => name.toLowerCase().includes(wellFormed.toLowerCase())),
      );
    }),
    runs,
  );
});

test('equality, lists and their contains compare whole values', async () => {
  const value = fc.oneof(words, fc.constantFrom(...sailors.map(({ name }) => name)));
  const port = fc.oneof(words, fc.constantFrom(...sailors.flatMap(({ ports }) => ports)));
  await fc.assert(
    fc.asyncProperty(value, port, fc.array(value, { maxLength: 4 }), async (name, one, names) => {
      expect(await found({ filters: { name } })).toEqual(matching((row) => row.name === name));
      expect(await found({ filters: { name: { in: names } } })).toEqual(
        matching((row) => names.includes(row.name)),
      );
      expect(await found({ filters: { ports: { contains: one } } })).toEqual(
        matching(({ ports }) => ports.includes(one)),
      );
    }),
    runs,
  );
});

test('bounds leave out what is empty, and ne and isNull find it', async () => {
  const age = fc.integer({ min: 0, max: 6 });
  await fc.assert(
    fc.asyncProperty(age, age, async (from, to) => {
      expect(await found({ filters: { age: { gte: from, lt: to } } })).toEqual(
        matching((row) => row.age !== null && row.age >= from && row.age < to),
      );
      expect(await found({ filters: { age: { ne: from } } })).toEqual(matching((row) => row.age !== from));
      expect(await found({ filters: { age: { gt: from, isNull: true } } })).toEqual([]);
    }),
    runs,
  );
});

test('pages of any size hold every row once, in the order of the whole list', async () => {
  const sort = fc.constantFrom('', 'name:asc', 'age:desc', 'ports:asc', 'id:desc', 'rank:asc');
  await fc.assert(
    fc.asyncProperty(sort, fc.integer({ min: 1, max: 61 }), async (order, limit) => {
      const ids = async (query: Record<string, string>) =>
        (await admin.read(sailorsUrl({ sort: order, ...query }))).data.map(({ id }) => id);
      const whole = await ids({ limit: '200' });
      expect(new Set(whole).size).toBe(sailors.length);
      const pages: unknown[] = [];
      for (let page = 1; (page - 1) * limit < sailors.length; page += 1)
        pages.push(...(await ids({ limit: String(limit), page: String(page) })));
      expect(pages).toEqual(whole);
    }),
    { numRuns: 8 },
  );
});
