import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type AdminApp, adminApp, sailorsUrl } from '../../../../test/admin-table.ts';
import { sendCsv, sender } from '../../../../test/rows.ts';

/* A table that is exported and imported again is the same table: hosts edit it in between, in a spreadsheet. */

let admin: AdminApp;
beforeAll(async () => {
  admin = await adminApp();
});
afterAll(() => admin.app.close());

const signs = [
  '=',
  '+',
  '-',
  '@',
  "'",
  '"',
  ',',
  ';',
  '\t',
  '\n',
  '\r\n',
  ' ',
  'a',
  '＝',
  '🏖',
  '[',
  '\\',
  '1',
];
const text = fc
  .array(fc.constantFrom(...signs), { minLength: 1, maxLength: 8 })
  .map((parts) => `${parts.join('')}x`);
/** A list's item has only one line. */
const port = text.map((item) => item.replaceAll(/\s+/g, ' ').trim());
const sailor = fc.record({
  name: text,
  note: fc.oneof(fc.constant(''), text),
  age: fc.option(fc.nat({ max: 2_147_483_647 })),
  miles: fc.option(fc.maxSafeNat()),
  rating: fc.nat({ max: 500 }).map((hundredths) => hundredths / 100),
  is_captain: fc.boolean(),
  rank: fc.constantFrom('mate', 'captain'),
  born_on: fc.option(fc.constantFrom('0001-01-01', '1999-12-31', '2024-02-29', '9999-12-31')),
  joined_at: fc.constantFrom(
    '2026-05-01T10:00:00.000Z',
    '1970-01-01T00:00:00.001Z',
    '2026-11-01T06:30:00.000Z',
  ),
  ports: fc.uniqueArray(port, { minLength: 1, maxLength: 3 }),
  boat_id: fc.option(fc.constantFrom(1, 2)),
});

/** The text's own apostrophe before a tab differs from the one that an export adds. */
const quoted = fc.sample(sailor, 1).map((one) => ({ ...one, name: "'\t[x", note: "''\nx" }));

const everyRow = async () => (await admin.read(sailorsUrl({ limit: '200' }))).data;
const exported = async () => (await admin.host.request('GET', '/api/tables/sailors/export')).text();

test('rows of any content are unchanged by their own export, and added again from it without their ids', async () => {
  const send = sender(admin.host);
  await fc.assert(
    fc.asyncProperty(fc.array(sailor, { minLength: 1, maxLength: 8 }), async (sailors) => {
      await admin.app.platform.pool.query('truncate sailors cascade');
      for (const one of sailors)
        expect(await send('POST', '/api/tables/sailors', one)).toMatchObject({ status: 201 });
      const before = await everyRow();
      const csv = await exported();
      expect(await sendCsv(admin.host, 'sailors', csv, true)).toMatchObject({
        status: 200,
        rows: sailors.length,
        creates: 0,
        errorCount: 0,
        unknownColumns: [],
      });
      expect(await everyRow()).toEqual(before);

      await admin.app.platform.pool.query('truncate sailors cascade');
      const withoutIds = csv.replaceAll(/^(\ufeff?)"?[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}"?,/gm, '$1,');
      expect(await sendCsv(admin.host, 'sailors', withoutIds, true)).toMatchObject({
        status: 200,
        creates: sailors.length,
        updates: 0,
        errorCount: 0,
      });
      const content = (rows: object[]) =>
        rows.map((row) => JSON.stringify({ ...row, id: null, _version: null })).toSorted();
      expect(content(await everyRow())).toEqual(content(before));
    }),
    { numRuns: 15, examples: [[quoted]] },
  );
});

test('no cell of an export begins as a formula, with any content of the rows', async () => {
  await admin.app.platform.pool.query('truncate sailors cascade');
  const names = fc.sample(text, { numRuns: 150, seed: 7 });
  await admin.addSailors(names.map((name) => ({ name, note: name })));
  const records = (await exported()).slice(1);
  const cells = [...records.matchAll(/(?:^|,|\r\n)(?:"((?:[^"]|"")*)"|([^",\r\n]*))/g)].map(
    ([, inQuotes, plain]) => inQuotes ?? plain ?? '',
  );
  expect(cells.length).toBeGreaterThan(1_500);
  for (const cell of cells) expect(cell).not.toMatch(/^[=+@＝]|^-(?!\d)|^[\t\r]/);
});
