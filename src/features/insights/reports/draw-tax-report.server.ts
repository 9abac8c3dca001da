import { formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import {
  addText,
  drawPdf,
  headingStyle,
  noteStyle,
  type PdfElement,
  subtitleStyle,
  textWidth,
  titleStyle,
} from '../../bookings/documents/draw-pdf.server.ts';
import { addTable, type TableRow } from '../../bookings/documents/pdf-table.server.ts';
import type { Pdf } from '../../bookings/documents/receipt-fonts.server.ts';
import type { TaxReport } from './contract.server.ts';
import { formatMonth, formatMonths } from './months.ts';
import { sumColumn, type TaxRow } from './tax-report.ts';

export interface TaxReportDocument {
  report: TaxReport;
  business: { name: string; phone: string; email: string };
  siteUrl: string;
  madeAt: string;
}

export const drawTaxReport = async (data: TaxReportDocument, { compress = true } = {}): Promise<Buffer> =>
  drawPdf(
    {
      title: `Lodging taxes, ${formatMonths(data.report)}`,
      issuer: data.business.name,
      footer: `${data.business.name} · ${new URL(data.siteUrl).host} · Lodging taxes, ${formatMonths(data.report)}`,
      compress,
    },
    (doc, root) => drawContent(doc, root, data),
  );

const amountWidth = 88;
const monthWidth = 92;

function drawContent(doc: Pdf, root: PdfElement, { report, business, madeAt }: TaxReportDocument): void {
  const { rows, totals, cancelled, currency } = report;
  const money = (cents: number) => formatMoney(cents, currency);
  addText(doc, root, 'H1', 'Lodging taxes', titleStyle);
  addText(doc, root, 'P', formatMonths(report), subtitleStyle);
  doc.y += 4;
  addText(doc, root, 'P', `${business.name} · ${business.phone} · ${business.email}`);
  addText(
    doc,
    root,
    'P',
    `Made on ${formatDateTime(madeAt)}. Amounts in ${currency.toUpperCase()}.`,
    noteStyle,
  );
  doc.y += 10;
  if (rows.length === 0)
    addText(doc, root, 'P', 'No stay of these months is confirmed, so there is nothing to file from here.');
  else {
    addText(doc, root, 'H2', 'By jurisdiction', headingStyle);
    addTable(doc, root, {
      columns: [textWidth - 3 * amountWidth, amountWidth, amountWidth, amountWidth],
      amounts: 3,
      head: ['Jurisdiction', 'Taxable', 'Exempt', 'Due'],
      rows: [
        ...totals.map((one) => ({
          cells: [one.jurisdiction, money(one.taxable), money(one.exempt), money(one.due)],
        })),
        { cells: ['Due in all', '', '', money(sumColumn(totals, 'due'))], isTotal: true },
      ],
    });
    addText(doc, root, 'H2', 'By month', headingStyle);
    addMonths(doc, root, rows, money);
  }
  if (cancelled.length > 0) {
    addText(doc, root, 'H2', 'Kept from cancelled stays', headingStyle);
    addMonths(doc, root, cancelled, money);
  }
  addText(doc, root, 'H2', 'How this adds up with the ledger', headingStyle);
  const { ledger } = report;
  addTable(doc, root, {
    columns: [textWidth - amountWidth, amountWidth],
    amounts: 1,
    rows: [
      { cells: ['Confirmed stays', String(ledger.stays)] },
      { cells: ['Billed on their receipts, taxes included', money(ledger.billed)] },
      { cells: ['Charged', money(ledger.charges)] },
      { cells: ['Refunded', money(0 - ledger.refunds)] },
      ...(ledger.waived > 0
        ? [{ cells: ['Of it given back by the hosts, not owed again', money(ledger.waived)] }]
        : []),
      { cells: ['Still open', money(ledger.open)], isTotal: true },
    ],
  });
  addText(doc, root, 'H2', 'How it was counted', headingStyle);
  for (const note of report.notes) {
    addText(doc, root, 'P', note, noteStyle);
    doc.y += 4;
  }
}

function addMonths(doc: Pdf, root: PdfElement, rows: TaxRow[], money: (cents: number) => string): void {
  addTable(doc, root, {
    columns: [monthWidth, textWidth - monthWidth - 3 * amountWidth, amountWidth, amountWidth, amountWidth],
    amounts: 3,
    head: ['Month', 'Jurisdiction', 'Taxable', 'Exempt', 'Due'],
    rows: rows.map(
      (row): TableRow => ({
        cells: [
          formatMonth(row.month),
          row.jurisdiction,
          money(row.taxable),
          money(row.exempt),
          money(row.due),
        ],
      }),
    ),
  });
}
