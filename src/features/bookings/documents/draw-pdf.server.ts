import PDFDocument from 'pdfkit';
import { colors } from '../../../platform/mail/theme.server.ts';
import { type Face, fontRuns, type Pdf, registerFonts, spokenText } from './receipt-fonts.server.ts';

/** An element of the document's structure, which screen readers follow. */
export type PdfElement = ReturnType<Pdf['struct']>;

export const margin = 50;
export const bottom = 792 - 60;
/** The space above and below the text of a row, in points. */
export const rowPadding = 3;
/** The width of the text, in points. */
export const textWidth = 612 - 2 * margin;

export interface TextStyle {
  face?: Face;
  size?: number;
  color?: string;
  x?: number;
  width?: number;
  align?: 'left' | 'right';
}

export interface PdfFrame {
  title: string;
  /** The issuer, beside the logo. */
  issuer: string;
  /** The text at the foot of every page, before the page number. */
  footer: string;
  /** Whether the file is compressed; `false` in tests that read it. */
  compress?: boolean;
}

/** Draws a document: tagged, in the site's look, on as many pages as it takes. */
export async function drawPdf(
  { title, issuer, footer, compress = true }: PdfFrame,
  drawContent: (doc: Pdf, root: PdfElement) => void,
): Promise<Buffer> {
  const doc = new PDFDocument({
    size: 'LETTER',
    // The lower margin is that of the footer: `bottom` ends a page.
    margins: { top: margin, left: margin, right: margin, bottom: 24 },
    pdfVersion: '1.7',
    // The option exists in pdfkit, but not yet in its types.
    subset: 'PDF/UA' as 'PDF/A-3a',
    tagged: true,
    lang: 'en-US',
    displayTitle: true,
    bufferPages: true,
    compress,
    // No built-in font is used, because a file would not embed it.
    font: null as unknown as string,
    info: { Title: title, Author: issuer },
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
  drawMark(doc, issuer);
  drawContent(doc, root);
  root.end();
  drawFooters(doc, footer);
  doc.end();
  return done;
}

export const titleStyle: TextStyle = { face: 'display', size: 28, color: colors.deep };
export const subtitleStyle: TextStyle = { face: 'bold', size: 11, color: colors.gulf };
export const headingStyle: TextStyle = { face: 'display', size: 15, color: colors.deep };
export const noteStyle: TextStyle = { color: colors.slate };

/** The sun over two waves, as in `ui/brand-mark.tsx`, and the name, across from the title. */
function drawMark(doc: Pdf, name: string): void {
  doc.markContent('Artifact', { type: 'Layout' });
  const size = 15;
  const left = margin + textWidth - doc.font('display').fontSize(size).widthOfString(name);
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
  drawText(doc, name, { face: 'display', size, color: colors.deep, x: left - 1, width: textWidth });
  doc.endMarkedContent();
  doc.y = margin - 6;
}

export function drawText(doc: Pdf, text: string, style: TextStyle = {}): void {
  const { face = 'text', size = 10.5, color = colors.ink, x = margin, width: columnWidth, align } = style;
  const runs = fontRuns(text, face);
  const top = doc.y;
  doc.fontSize(size).fillColor(color);
  runs.forEach((run, index) => {
    doc.font(run.font);
    const options = {
      width: columnWidth ?? margin + textWidth - x,
      align,
      lineGap: 2,
      continued: index < runs.length - 1,
    };
    if (index === 0) doc.text(run.text, x, top, options);
    else doc.text(run.text, options);
  });
}

export function addText(
  doc: Pdf,
  parent: PdfElement,
  tag: string,
  text: string,
  style: TextStyle = {},
): void {
  if (doc.y + 2.5 * (style.size ?? 10.5) > bottom) addPage(doc);
  parent.add(doc.struct(tag, { actual: spokenText(text) }, () => drawText(doc, text, style)));
  doc.y += tag.startsWith('H') ? 4 : 0;
}

export function addPage(doc: Pdf): void {
  doc.addPage();
  doc.y = margin;
}

function drawFooters(doc: Pdf, footer: string): void {
  const { count } = doc.bufferedPageRange();
  for (let page = 0; page < count; page += 1) {
    doc.switchToPage(page);
    doc.markContent('Artifact', { type: 'Pagination', attached: ['Bottom'] });
    doc.y = bottom + 16;
    drawText(doc, `${footer} · Page ${page + 1} of ${count}`, { size: 9, color: colors.slate });
    doc.endMarkedContent();
  }
}
