import { afterAll, expect, test } from 'vitest';
import { testAppForHosts } from '../../../../test/host.ts';
import { sendCsv } from '../../../../test/rows.ts';

const { app, host } = await testAppForHosts();
afterAll(() => app.close());

const load = (csv: string, commit = false) => sendCsv(host, 'promo_codes', Buffer.from(csv), commit);
const stored = (code: string) =>
  app.platform.db.selectFrom('promo_codes').selectAll().where('code', '=', code).executeTakeFirst();

test.each([
  ['5.000', ';'],
  ['5.', ';'],
  ['+5.0', ';'],
  ['"5,000"', ','],
  ['"$5,000.00"', ','],
  ['5 000', ';'],
  ['1.355,90', ';'],
])(
  'an import with %s in a field of whole numbers names the line, and stores nothing',
  async (amount, sign) => {
    const csv = `Code${sign}Amount in cents\r\nTHOUSAND${sign}${amount}\r\n`;
    expect(await load(csv)).toMatchObject({
      status: 200,
      errorCount: 1,
      errors: [{ line: 2, field: 'amount_cents' }],
    });
    expect(await load(csv, true)).toMatchObject({ status: 400, code: 'invalid' });
    expect(await stored('THOUSAND')).toBeUndefined();
  },
);

test.each([
  [
    'a byte order mark and a line that names the sign',
    '\ufeffsep=;\r\nCode;Percent;Booked from\r\nSPRING27;10;2027-01-01\r\n',
    { percent: 10, book_from: '2027-01-01' },
  ],
  ['an empty line above semicolons', '\r\nCode;Percent\r\nSUMMER27;10\r\n', { percent: 10 }],
  ['a comma in an unknown heading', 'Code;"Percent";"Note, internal"\r\nAUTUMN27;10;x\r\n', { percent: 10 }],
  [
    'two byte order marks before quotes',
    '\ufeff\ufeff"Code","Percent"\r\n"WINTER27","10"\r\n',
    { percent: 10 },
  ],
  [
    'a name above the table',
    'Promo codes\r\nCode,Amount in cents\r\nMAY27,5000\r\n',
    { amount_cents: 5_000 },
  ],
])('an import of a file with %s adds its row', async (_, csv, values) => {
  const code = /[A-Z]+27/.exec(csv)?.[0] ?? '';
  expect(await load(csv)).toMatchObject({ status: 200, rows: 1, creates: 1, errorCount: 0 });
  expect(await stored(code)).toBeUndefined();
  expect(await load(csv, true)).toMatchObject({ status: 200, creates: 1 });
  expect(await stored(code)).toMatchObject(values);
});
