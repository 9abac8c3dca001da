import { expect, test } from 'vitest';
import { bookingEmailData } from '../../../../test/booking-email-data.ts';
import { readPdf } from '../../../../test/pdf.ts';
import { drawReceipt } from './draw-receipt.server.ts';
import { renderReceipt } from './receipt.server.ts';
import { fontRuns } from './receipt-fonts.server.ts';

const read = async (changes = {}) =>
  readPdf(await drawReceipt(bookingEmailData(changes), { compress: false }));

test('a receipt names the booking, the guest, every line, every jurisdiction, and what was paid', async () => {
  const { text, pages } = await read({
    payments: [
      { kind: 'charge', amount: 113_120, at: '2027-03-02T18:04:00.000Z' },
      { kind: 'refund', amount: 12_345, at: '2027-03-05T18:04:00.000Z' },
    ],
    paid: 100_775,
    due: 12_345,
  });
  expect(pages).toBe(1);
  for (const part of [
    'Receipt',
    'Booking 7K3MQ2XA',
    'Ann Example',
    'ann@guests.example',
    'The Beachcomber',
    'Fri, July 9, 2027, from 4 PM',
    'Wed, July 14, 2027, until 10 AM',
    '5 nights',
    '$900.00',
    '-$50.00',
    'State sales tax',
    'Florida',
    '$60.60',
    'Tourist development tax',
    'Panama City Beach',
    '$50.50',
    'Total (USD)',
    '$1,131.20',
    'March 2, 2027',
    'Payment',
    'March 5, 2027',
    'Refund',
    '-$123.45',
    '$1,007.75',
    'Will be charged on June 9, 2027',
    '$123.45',
    '(850) 555-0142',
    'Page 1 of 1',
  ])
    expect(text).toContain(part);
});

test('a receipt is tagged, titled and in English, with tables whose headings are headings', async () => {
  const { source } = await read();
  expect(source).toMatch(/^%PDF-1\.7/);
  for (const mark of [
    '/Marked true',
    '/StructTreeRoot',
    '/Lang (en-US)',
    '/DisplayDocTitle true',
    '/S /Document',
    '/S /H1',
    '/S /H2',
    '/S /Table',
    '/S /TR',
    '/S /TH',
    '/S /TD',
    '/Scope /Column',
    '/Scope /Row',
    'pdfuaid:part',
    'Receipt for booking 7K3MQ2XA',
  ])
    expect(source).toContain(mark);
  expect(source).not.toMatch(/\/Helvetica|\/JavaScript|\/URI/);
});

test('a receipt longer than a page goes on, with every line and each page numbered', async () => {
  const lines = Array.from({ length: 80 }, (_, index) => ({
    kind: 'fee' as const,
    label: `Fee number ${index}`,
    amount: 100,
  }));
  const { text, pages } = await read({ lines });
  expect(pages).toBeGreaterThan(1);
  for (const { label } of lines) expect(text).toContain(label);
  for (let page = 1; page <= pages; page += 1) expect(text).toContain(`Page ${page} of ${pages}`);
});

test.each([
  ['Zoë Peña-Ibáñez', 'Zoë Peña-Ibáñez'],
  ['Łukasz Dvořák Şahin', 'Łukasz Dvořák Şahin'],
  ['Nguyễn', 'Nguyen'],
  ['Иван 王 😀', 'Ivan ? ?'],
  ['Щербакова Юлія', 'Shcherbakova Iuliia'],
  ['Ελένη Παππά', 'Eleni Pappa'],
  ['Ann\r\nLee\u202e\u0000', 'Ann Lee '],
])('the name %j is drawn as %j, and screen readers hear it as it is', async (guestName, drawn) => {
  const { text, source } = await read({ guestName });
  expect(text).toContain(drawn.trim());
  const heard = Buffer.from(`\ufeff${guestName}`, 'utf16le').swap16().toString('latin1');
  if (/[?]|^(Nguyen|Shch|Eleni)/.test(drawn)) expect(unescaped(source)).toContain(`/ActualText (${heard})`);
  else expect(source).not.toContain('/ActualText');
});

test('a name that no font has is followed by the address that booked, once; a name that is drawn is not', async () => {
  const note = 'booked it with ann@guests.example.';
  expect((await read({ guestName: '王小明' })).text).toContain(note);
  for (const guestName of ['Ann Example', 'Иван', 'Who?'])
    expect((await read({ guestName })).text).not.toContain(note);
});

const unescaped = (source: string): string =>
  source.replace(/\\([nrtbf\\()])/g, (_, one: string) => {
    const index = 'nrtbf'.indexOf(one);
    return index < 0 ? one : ('\n\r\t\b\f'[index] ?? '');
  });

test('a text is cut where another font file must draw it', () => {
  expect(fontRuns('Łukasz', 'text')).toEqual([
    { font: 'text-ext', text: 'Ł' },
    { font: 'text', text: 'ukasz' },
  ]);
});

test('the receipt comes from a process of its own, small enough for a mail', async () => {
  const pdf = await renderReceipt(bookingEmailData());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  expect(pdf.length).toBeLessThan(60_000);
});

test('data that cannot be drawn is an error, not an empty receipt', async () => {
  await expect(renderReceipt(bookingEmailData({ checkin: 'never' }))).rejects.toThrow('could not be drawn');
});

test('a receipt names the licences of the home where there are any', async () => {
  const { text } = await read({ licences: ['State license DWE 1234', 'Local license PCB 77'] });
  expect(text).toContain('State license DWE 1234');
  expect(text).toContain('Local license PCB 77');
  expect((await read()).text).not.toContain('license');
});
