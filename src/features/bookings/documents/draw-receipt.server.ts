import PDFDocument from 'pdfkit';
import { colors } from '../../../platform/mail/theme.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { type BookingEmailData, stayFacts } from '../emails/booking-email.server.ts';
import { type Face, fontRuns, registerFonts, spokenText } from './receipt-fonts.server.ts';

type Pdf = InstanceType<typeof PDFDocument>;
/** An element of the document's structure, which screen readers follow. */
type Element = ReturnType<Pdf['struct']>;

const margin = 50;
const bottom = 792 - 60;
/** Above and below the text of a row. */
const rowPadding = 3;
const width = 612 - 2 * margin;

interface TextStyle {
  face?: Face;
  size?: number;
  color?: string;
  x?: number;
  width?: number;
  align?: 'left' | 'right';
}

/**
 * Draws the receipt of a booking: tagged, in the site's look, on as many pages as it takes.
 * @param compress off in tests that read it
 */
export async function drawReceipt(data: BookingEmailData, { compress = true } = {}): Promise<Buffer> {
  const title = `Receipt for booking ${data.code}`;
  const doc = new PDFDocument({
    size: 'LETTER',
    // The lower margin is that of the footer: `bottom` ends a page.
    margins: { top: margin, left: margin, right: margin, bottom: 24 },
    pdfVersion: '1.7',
    // Known to pdfkit, not yet to its types.
    subset: 'PDF/UA' as 'PDF/A-3a',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    compress,
    // None of the built-in fonts, which no file holds.
    font: null as unknown as string,
    info: { Title: title, Author: data.business.name },
  });
  registerFonts(doc);
  const chunks: Buffer[] = [];
  doc.on('data', (chunk: Buffer) => chunks.push(chunk));
  const done = new Promise<Buffer>((resolve, reject) => {
    doc.on('end', () => resolve(Buffer.concat(chunks)));
    doc.on('error', reject);
  });
  const root = doc.struct('Document');
  doc.addStructure(root);
  drawContent(doc, root, data);
  root.end();
  drawFooters(doc, data);
  doc.end();
  return done;
}

function drawContent(doc: Pdf, root: Element, data: BookingEmailData): void {
  drawMark(doc, data);
  addText(doc, root, 'H1', 'Receipt', { face: 'display', size: 28, color: colors.deep });
  addText(doc, root, 'P', `Booking ${data.code}`, { face: 'bold', size: 11, color: colors.gulf });
  doc.y += 8;
  const { guestName, guestEmail, guestPhone, business } = data;
  addText(doc, root, 'H2', 'Billed to', heading);
  addText(doc, root, 'P', guestName);
  addText(doc, root, 'P', [guestEmail, guestPhone].filter(Boolean).join(' · '));
  doc.y += 10;
  addText(doc, root, 'H2', 'Your stay', heading);
  const facts = stayFacts(data).map((cells) => ({ cells }));
  addTable(doc, root, { columns: [110, width - 110], isNumeric: false, rows: facts });
  addText(doc, root, 'H2', 'How this adds up', heading);
  addTable(doc, root, {
    columns: [width - 250, 150, 100],
    isNumeric: true,
    head: ['Line', 'Levied by', 'Amount'],
    rows: billRows(data),
  });
  if (data.payments.length > 0) {
    addText(doc, root, 'H2', 'Payments', heading);
    addTable(doc, root, {
      columns: [width - 250, 150, 100],
      isNumeric: true,
      head: ['Date', 'Kind', 'Amount'],
      rows: paymentRows(data),
    });
  }
  addText(doc, root, 'P', `Questions? Call ${business.phone} or write to ${business.email}.`, {
    color: colors.slate,
  });
}

const heading: TextStyle = { face: 'display', size: 15, color: colors.deep };

interface TableRow {
  cells: string[];
  isTotal?: boolean;
}

function billRows({ lines, total, currency }: BookingEmailData): TableRow[] {
  const money = (amount: number) => formatMoney(amount, currency);
  return [
    ...lines.map(({ label, jurisdiction = '', amount }) => ({ cells: [label, jurisdiction, money(amount)] })),
    { cells: [`Total (${currency.toUpperCase()})`, '', money(total)], isTotal: true },
  ];
}

function paymentRows({ payments, paid, due, dueOn, currency }: BookingEmailData): TableRow[] {
  const money = (amount: number) => formatMoney(amount, currency);
  const rows: TableRow[] = payments.map(({ kind, amount, at }) => ({
    cells: [
      formatDate(at),
      kind === 'charge' ? 'Payment' : 'Refund',
      money(kind === 'charge' ? amount : -amount),
    ],
  }));
  rows.push({ cells: ['Paid', '', money(paid)], isTotal: true });
  if (due > 0)
    rows.push({ cells: [dueOn ? `Charged on ${formatDate(dueOn)}` : 'Still to pay', '', money(due)] });
  return rows;
}

/** The sun over two waves, as in `features/site/layout/logo.tsx`, and the name, across from the title. */
function drawMark(doc: Pdf, { business }: BookingEmailData): void {
  doc.markContent('Artifact', { type: 'Layout' });
  const size = 15;
  const left = margin + width - doc.font('display').fontSize(size).widthOfString(business.name);
  doc
    .save()
    .translate(left - 42, margin - 6)
    .scale(0.8);
  doc.circle(20, 16, 8).fill(colors.sun);
  const wave =
    'c4.5-3.5 7.5-3.5 12 0s7.5 3.5 12 0 7.5-3.5 12 0v3c-4.5-3.5-7.5-3.5-12 0s-7.5 3.5-12 0-7.5-3.5-12 0z';
  doc.path(`M2 24${wave}`).fill(colors.lagoon);
  doc.path(`M2 31${wave}`).fill(colors.gulf);
  doc.restore();
  doc.y = margin;
  drawText(doc, business.name, { face: 'display', size, color: colors.deep, x: left - 1, width: width });
  doc.endMarkedContent();
  doc.y = margin - 6;
}

function drawText(doc: Pdf, text: string, style: TextStyle = {}): void {
  const { face = 'text', size = 10.5, color = colors.ink, x = margin, width: columnWidth, align } = style;
  const runs = fontRuns(text, face);
  const top = doc.y;
  doc.fontSize(size).fillColor(color);
  runs.forEach((run, index) => {
    doc.font(run.font);
    const options = {
      width: columnWidth ?? margin + width - x,
      align,
      lineGap: 2,
      continued: index < runs.length - 1,
    };
    if (index === 0) doc.text(run.text, x, top, options);
    else doc.text(run.text, options);
  });
}

/** Adds a heading or a paragraph. */
function addText(doc: Pdf, parent: Element, tag: string, text: string, style: TextStyle = {}): void {
  if (doc.y + 2.5 * (style.size ?? 10.5) > bottom) addPage(doc);
  parent.add(doc.struct(tag, { actual: spokenText(text) }, () => drawText(doc, text, style)));
  doc.y += tag.startsWith('H') ? 4 : 0;
}

interface Table {
  /** Widths in points. */
  columns: number[];
  head?: string[];
  rows: TableRow[];
  /** The last column holds amounts. */
  isNumeric: boolean;
}

function addTable(doc: Pdf, parent: Element, { columns, head, rows, isNumeric }: Table): void {
  const table = doc.struct('Table');
  parent.add(table);
  const addRow = ({ cells, isTotal = false }: TableRow, isHead: boolean) => {
    const face: Face = isTotal || isHead ? 'bold' : 'text';
    const styles = cells.map((_, index): TextStyle => {
      const isAmount = isNumeric && index === cells.length - 1;
      const isLabel = isHead || (!isNumeric && index === 0);
      return {
        face,
        size: isHead ? 9 : isTotal ? 12 : 10.5,
        color: isLabel ? colors.slate : colors.ink,
        x: margin + columns.slice(0, index).reduce((sum, one) => sum + one, 0),
        width: (columns[index] ?? 0) - (isAmount ? 0 : 12),
        align: isAmount ? 'right' : 'left',
      };
    });
    const height = Math.max(...cells.map((text, index) => textHeight(doc, text, styles[index])));
    if (doc.y + height + 2 * rowPadding > bottom) addPage(doc);
    const top = doc.y;
    drawRule(doc, top, isTotal ? colors.deep : colors.dune, isTotal ? 1.2 : 0.6, isHead);
    const row = doc.struct('TR');
    table.add(row);
    cells.forEach((text, index) => {
      const tag = isHead || index === 0 ? 'TH' : 'TD';
      const scope = isHead ? 'Column' : index === 0 ? 'Row' : undefined;
      doc.y = top + rowPadding + 1;
      row.add(
        doc.struct(tag, { scope, actual: spokenText(text) } as object, () =>
          drawText(doc, text, styles[index]),
        ),
      );
    });
    row.end();
    doc.y = top + height + 2 * rowPadding;
  };
  if (head) addRow({ cells: head }, true);
  for (const row of rows) addRow(row, false);
  table.end();
  doc.y += 14;
}

function textHeight(
  doc: Pdf,
  text: string,
  { face = 'text', size = 10.5, width: columnWidth }: TextStyle = {},
) {
  const plain = fontRuns(text, face)
    .map((run) => run.text)
    .join('');
  return doc.font(face).fontSize(size).heightOfString(plain, { width: columnWidth, lineGap: 2 });
}

function drawRule(doc: Pdf, y: number, color: string, thickness: number, isHidden: boolean): void {
  if (isHidden) return;
  doc.markContent('Artifact', { type: 'Layout' });
  doc
    .moveTo(margin, y)
    .lineTo(margin + width, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke();
  doc.endMarkedContent();
}

function addPage(doc: Pdf): void {
  doc.addPage();
  doc.y = margin;
}

function drawFooters(doc: Pdf, { code, business, siteUrl }: BookingEmailData): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    doc.y = bottom + 16;
    const text = `${business.name} · ${new URL(siteUrl).host} · Booking ${code} · Page ${page + 1} of ${count}`;
    drawText(doc, text, { size: 9, color: colors.slate });
    doc.endMarkedContent();
  }
}
