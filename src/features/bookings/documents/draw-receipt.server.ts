import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { openRows } from '../emails/bill-blocks.server.ts';
import { stayFacts } from '../emails/booking-email.server.ts';
import type { BookingEmailData } from '../emails/email-data.ts';
import { billLabel } from '../quotes/quote.ts';
import {
  addText,
  drawPdf,
  headingStyle,
  noteStyle,
  type PdfElement,
  subtitleStyle,
  textWidth,
  titleStyle,
} from './draw-pdf.server.ts';
import { addTable, type TableRow } from './pdf-table.server.ts';
import type { Pdf } from './receipt-fonts.server.ts';
import { isLegible } from './receipt-fonts.server.ts';

export const drawReceipt = async (data: BookingEmailData, { compress = true } = {}): Promise<Buffer> =>
  drawPdf(
    {
      title: `Receipt for booking ${data.code}`,
      issuer: data.business.name,
      footer: `${data.business.name} · ${new URL(data.siteUrl).host} · Booking ${data.code}`,
      compress,
    },
    (doc, root) => drawContent(doc, root, data),
  );

const illegibleName =
  'This document has no letters for a part of the name; the stay is billed to the guest who booked it with';

function drawContent(doc: Pdf, root: PdfElement, data: BookingEmailData): void {
  addText(doc, root, 'H1', 'Receipt', titleStyle);
  addText(doc, root, 'P', `Booking ${data.code}`, subtitleStyle);
  doc.y += 8;
  const { guestName, guestEmail, guestPhone, business } = data;
  addText(doc, root, 'H2', 'Billed to', headingStyle);
  addText(doc, root, 'P', guestName);
  addText(doc, root, 'P', [guestEmail, guestPhone].filter(Boolean).join(' · '));
  if (!isLegible(guestName)) addText(doc, root, 'P', `${illegibleName} ${guestEmail}.`, noteStyle);
  doc.y += 10;
  addText(doc, root, 'H2', 'Your stay', headingStyle);
  const facts = stayFacts(data).map((cells) => ({ cells }));
  addTable(doc, root, { columns: [110, textWidth - 110], amounts: 0, rows: facts });
  addText(doc, root, 'H2', 'How this adds up', headingStyle);
  addAmounts(doc, root, ['Line', 'Levied by', 'Amount'], billRows(data));
  if (data.payments.length > 0) {
    addText(doc, root, 'H2', 'Payments', headingStyle);
    addAmounts(doc, root, ['Date', 'Kind', 'Amount'], paymentRows(data));
  }
  if (data.legalEntity) addText(doc, root, 'P', `Issued by ${data.legalEntity}`, noteStyle);
  for (const licence of data.licences) addText(doc, root, 'P', licence, noteStyle);
  addText(doc, root, 'P', `Questions? Call ${business.phone} or write to ${business.email}.`, noteStyle);
}

const addAmounts = (doc: Pdf, root: PdfElement, head: string[], rows: TableRow[]): void =>
  addTable(doc, root, { columns: [textWidth - 250, 150, 100], amounts: 1, head, rows });

function billRows({ lines, total, currency }: BookingEmailData): TableRow[] {
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    ...lines.map((line) => ({ cells: [billLabel(line), line.jurisdiction ?? '', money(line.amount)] })),
    { cells: [`Total (${currency.toUpperCase()})`, '', money(total)], isTotal: true },
  ];
}

const paymentKinds: Record<BookingEmailData['payments'][number]['kind'], string> = {
  charge: 'Payment',
  refund: 'Refund',
  dispute: 'Taken back by the bank',
};

function paymentRows(data: BookingEmailData): TableRow[] {
  const { payments, paid, currency } = data;
  const money = (amount: number) => formatMoney(amount, currency);
  const rows: TableRow[] = payments.map(({ kind, amount, at }) => ({
    cells: [formatDate(at), paymentKinds[kind], money(kind === 'charge' ? amount : -amount)],
  }));
  rows.push({ cells: ['Paid', '', money(paid)], isTotal: true });
  for (const { label, amount } of openRows(data)) rows.push({ cells: [label, '', amount] });
  return rows;
}
