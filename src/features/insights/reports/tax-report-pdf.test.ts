import { expect, test } from 'vitest';
import { readPdf } from '../../../../test/pdf.ts';
import { drawTaxReport, type TaxReportDocument } from './draw-tax-report.server.ts';
import { taxNotes } from './report.ts';
import { renderTaxReport } from './tax-report-pdf.server.ts';

const row = { jurisdiction: 'Bay County', month: '2027-07', taxable: 101_000, exempt: 20_200, due: 6_060 };
const document = (more: Partial<TaxReportDocument['report']> = {}): TaxReportDocument => ({
  report: {
    from: '2027-07',
    to: '2027-09',
    currency: 'usd',
    rows: [row],
    totals: [row],
    cancelled: [],
    ledger: { stays: 1, billed: 113_120, charges: 113_120, refunds: 0, waived: 0, open: 0 },
    notes: [...taxNotes],
    ...more,
  },
  business: { name: 'PCB Beach Rentals', phone: '(850) 555-0142', email: 'hello@pcb.example' },
  siteUrl: 'https://pcb.example',
  madeAt: '2027-10-01T15:00:00Z',
});
const read = async (more: Partial<TaxReportDocument['report']> = {}) =>
  readPdf(await drawTaxReport(document(more), { compress: false }));

test('the report names months, jurisdictions, amounts, the ledger and how it was counted', async () => {
  const { text, pages } = await read({ cancelled: [{ ...row, due: 123 }] });
  for (const part of [
    'Lodging taxes',
    'July 2027 to September 2027',
    'Bay County',
    '$1,010.00',
    '$202.00',
    '$60.60',
    'Kept from cancelled stays',
    '$1.23',
    'Billed on their receipts',
    '$1,131.20',
    '(850) 555-0142',
    'October 1, 2027, 10:00 AM CDT',
    'How it was counted',
    `Page 1 of ${pages}`,
  ])
    expect(text).toContain(part);
});

test('refunds chosen by hosts are shown beside the refunds that include them', async () => {
  const gaveBack = 'Of it given back by the hosts, not owed again';
  expect((await read()).text).not.toContain(gaveBack);
  const ledger = { stays: 1, billed: 113_120, charges: 113_120, refunds: 10_000, waived: 10_000, open: 0 };
  const { text } = await read({ ledger });
  for (const part of ['-$100.00', gaveBack, '$100.00']) expect(text).toContain(part);
});

test('the report is tagged, titled and in English', async () => {
  const { source } = await read();
  for (const mark of [
    '/Marked true',
    '/Lang (en-US)',
    '/S /H1',
    '/S /Table',
    '/S /TH',
    '/Scope /Column',
    '/Scope /Row',
    'pdfuaid:part',
    'Lodging taxes, July 2027 to September 2027',
  ])
    expect(source).toContain(mark);
});

test('months without a stay say so', async () => {
  const { text } = await read({ rows: [], totals: [] });
  expect(text).toContain('No stay of these months is confirmed');
  expect(text).not.toContain('By jurisdiction');
});

test('ten years of rows go on over pages', async () => {
  const rows = Array.from({ length: 120 }, (_, index) => ({ ...row, jurisdiction: `District ${index}.` }));
  const { text, pages } = await read({ rows });
  expect(pages).toBeGreaterThan(2);
  for (const { jurisdiction } of rows) expect(text).toContain(jurisdiction);
});

test('the report comes from a process of its own; what cannot be drawn is an error', async () => {
  const pdf = await renderTaxReport(document());
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
  const broken = { ...document(), madeAt: null as unknown as string, siteUrl: 'nowhere' };
  await expect(renderTaxReport(broken)).rejects.toThrow('could not be drawn');
});
