import { type ListPlace, leadingMarker, nestListParagraphs, parseMarker } from './word-list.ts';

export interface RunStyle {
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  href: string | null;
}

/** The marks of the schema, the outermost first. */
const marks = [
  ['strong', 'isBold'],
  ['em', 'isItalic'],
  ['u', 'isUnderlined'],
  ['s', 'isStruck'],
] as const;

/** The block that a paragraph becomes; `list` if only its look makes it part of a list. */
export interface ParagraphStyle {
  tag: 'p' | 'h1' | 'h2' | 'h3';
  list: { level: number; isOrdered?: boolean; number?: number } | null;
  /** Whether it is in the list only if it begins with a marker. */
  hasTypedMarker: boolean;
}

interface Run {
  style: RunStyle;
  text: string;
}

export interface Paragraph {
  style: ParagraphStyle;
  marker: string;
  runs: Run[];
}

export interface Block {
  kind: 'paragraph' | 'empty' | 'other';
  /** The inline content of a paragraph, otherwise the whole HTML. */
  html: string;
  tag: ParagraphStyle['tag'];
  place: ListPlace | null;
}

export interface Cell {
  blocks: Block[];
  columns: number;
  rows: number;
}

export const lineBreak = '\n';

const escapes: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escapeHtml = (text: string): string => text.replace(/[&<>"]/g, (char) => escapes[char] ?? char);

/** Cells with more paragraphs lay out a page and are no table's. */
const maxCellParagraphs = 3;

export const isSameStyle = (one: RunStyle, other: RunStyle): boolean =>
  one.href === other.href && marks.every(([, name]) => one[name] === other[name]);

/** Turns a paragraph into its block; one with a marker, in a style of lists, gets its place there. */
export function toBlock({ style, marker, runs }: Paragraph): Block {
  const { tag, list, hasTypedMarker } = style;
  const mark = hasTypedMarker ? takeLeadingMarker(runs) : marker;
  const parsed = parseMarker(mark);
  const html = runsHtml(runs);
  if (tag === 'p' && list && parsed && (mark || !hasTypedMarker))
    return { kind: 'paragraph', html, tag, place: { ...parsed, ...list } };
  const prefix = escapeHtml(mark.replace(/[\s\u00a0]+/g, ' ').trim());
  return { kind: 'paragraph', html: [prefix, html].filter(Boolean).join(' '), tag, place: null };
}

/** Removes the marker from the text. */
function takeLeadingMarker(runs: Run[]): string {
  const [marker = ''] = leadingMarker.exec(runs.map(({ text }) => text).join('')) ?? [];
  let rest = marker.length;
  for (const run of runs) {
    const taken = Math.min(rest, run.text.length);
    run.text = run.text.slice(taken);
    rest -= taken;
  }
  return marker.replace(/[\s\u00a0]+/g, '');
}

function runsHtml(runs: Run[]): string {
  const [first] = runs;
  const last = runs.at(-1);
  if (first) first.text = first.text.replace(/^\n+/, '');
  if (last) last.text = last.text.replace(/\n+$/, '');
  return runs.map(runHtml).join('');
}

function runHtml({ style, text }: Run): string {
  if (text === '') return '';
  const html = escapeHtml(text).replaceAll(lineBreak, '<br>');
  const tags = marks.filter(([, name]) => style[name]).map(([tag]) => tag);
  const open = tags.map((tag) => `<${tag}>`).join('');
  const close = [...tags]
    .reverse()
    .map((tag) => `</${tag}>`)
    .join('');
  const marked = `${open}${html}${close}`;
  return style.href === null ? marked : `<a href="${escapeHtml(style.href)}">${marked}</a>`;
}

/** Renders blocks; paragraphs with places in lists that follow each other become those lists. */
export function toHtml(blocks: Block[]): string {
  let html = '';
  for (let i = 0; i < blocks.length; i += 1) {
    const entries = [];
    for (let block = blocks[i]; block?.place; block = blocks[++i])
      entries.push({ html: `<p>${block.html}</p>`, place: block.place });
    html += nestListParagraphs(entries);
    const block = blocks[i];
    if (block) html += block.kind === 'other' ? block.html : `<${block.tag}>${block.html}</${block.tag}>`;
  }
  return html;
}

const isPlain = ({ blocks }: Cell): boolean =>
  blocks.length <= maxCellParagraphs &&
  blocks.every(({ kind, tag, place }) => kind === 'paragraph' && tag === 'p' && !place);

const cellHtml = ({ blocks }: Cell): string =>
  blocks.map(({ html }) => html.replaceAll('<br>', ' ')).join(' ');

/**
 * Turns a table's row into one paragraph with separated cells. A row with a single cell, or with cells that contain more
 * than text, becomes the blocks of its cells.
 * @param below how many rows each column's merged cell still covers; is changed
 */
export function rowBlocks(cells: Cell[], below: number[]): Block[] {
  const filled = cells.filter(({ blocks }) => blocks.length > 0);
  const columns: string[] = [];
  const skipMerged = () => {
    for (let rows = below[columns.length]; rows; rows = below[columns.length]) {
      below[columns.length] = rows - 1;
      columns.push('');
    }
  };
  for (const cell of cells) {
    skipMerged();
    for (let i = 0; i < cell.columns; i += 1) {
      below[columns.length] = cell.rows - 1;
      columns.push(i === 0 ? cellHtml(cell) : '');
    }
  }
  skipMerged();
  if (cells.length === 1 || !filled.every(isPlain)) return filled.flatMap(({ blocks }) => blocks);
  while (columns.at(-1) === '') columns.pop();
  if (columns.length === 0) return [];
  const html = columns
    .map((column, i) => `${i > 0 ? '|' : ''}${column && ` ${column}`}`)
    .join(' ')
    .trim();
  return [{ kind: 'paragraph', html, tag: 'p', place: null }];
}
