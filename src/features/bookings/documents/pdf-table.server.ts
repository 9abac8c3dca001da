import { colors } from '../../../platform/mail/theme.server.ts';
import {
  addPage,
  bottom,
  drawText,
  margin,
  type PdfElement,
  rowPadding,
  type TextStyle,
  textWidth,
} from './draw-pdf.server.ts';
import type { Pdf } from './receipt-fonts.server.ts';
import { type Face, fontRuns, spokenText } from './receipt-fonts.server.ts';

export interface TableRow {
  cells: string[];
  isTotal?: boolean;
}

export interface PdfTable {
  /** Widths in points. */
  columns: number[];
  head?: string[];
  rows: TableRow[];
  /** How many of the last columns hold amounts. */
  amounts: number;
}

export function addTable(doc: Pdf, parent: PdfElement, { columns, head, rows, amounts }: PdfTable): void {
  const table = doc.struct('Table');
  parent.add(table);
  const addRow = ({ cells, isTotal = false }: TableRow, isHead: boolean) => {
    const face: Face = isTotal || isHead ? 'bold' : 'text';
    const styles = cells.map((_, index): TextStyle => {
      const isAmount = index >= cells.length - amounts;
      const isLabel = isHead || (amounts === 0 && index === 0);
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
    .lineTo(margin + textWidth, y)
    .lineWidth(thickness)
    .strokeColor(color)
    .stroke();
  doc.endMarkedContent();
}
