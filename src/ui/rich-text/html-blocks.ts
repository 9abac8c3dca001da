import {
  type Block,
  type Cell,
  isSameStyle,
  lineBreak,
  type Paragraph,
  type ParagraphStyle,
  type RunStyle,
  rowBlocks,
  toBlock,
  toHtml,
} from './block-html.ts';
import { listHtml } from './word-list.ts';

interface Flow {
  type: 'flow';
  of: 'document' | 'item' | 'quote' | 'cell';
  blocks: Block[];
  columns: number;
  rows: number;
}

interface List {
  type: 'list';
  isOrdered: boolean;
  start: number;
  items: string[];
}

interface HtmlTable {
  type: 'table';
  rows: Cell[][];
}

type Container = Flow | List | HtmlTable;

/** A place in the containers, to go back to with `leave`. */
export type Place = number;

/** White space that ends a line of the source, and may be nothing else. */
const sourceLine = '\n';
const isSpace = (text: string): boolean => text === ' ' || text === sourceLine;

/** Browsers, and the library, parse deeper nesting by recursion. */
const maxDepth = 40;

const flow = (of: Flow['of'], columns = 1, rows = 1): Flow => ({
  type: 'flow',
  of,
  blocks: [],
  columns,
  rows,
});

/** Builds HTML of what the editor's schema has: paragraphs, headings, lists, quotations and images. */
export class HtmlBlocks {
  private readonly containers: Container[] = [flow('document')];
  private paragraph: Paragraph | null = null;
  private space: { style: RunStyle; isSourceFormatting: boolean } | null = null;
  /** The number of blocks so far, which shows whether an element had any. */
  count = 0;

  get place(): Place {
    return this.containers.length;
  }

  get isAtBeginning(): boolean {
    return this.count === 0 && this.paragraph === null;
  }

  /** Adds text whose white space collapses. @param preservesEdge whether a space may begin the document */
  addText(text: string, style: RunStyle, paragraph: ParagraphStyle, preservesEdge = false): void {
    const collapsed = text.replace(/[ \t\r\n\f]+/g, (space) => (/[\r\n]/.test(space) ? sourceLine : ' '));
    const [first = ''] = collapsed;
    const last = collapsed.at(-1) ?? '';
    const trimmed = collapsed.slice(isSpace(first) ? 1 : 0, isSpace(last) ? -1 : undefined);
    if (isSpace(first) && (this.paragraph || (preservesEdge && trimmed && first === ' ')))
      this.addSpace(first, style);
    if (!trimmed) return;
    const current = this.open(paragraph);
    this.flushSpace(current);
    this.addRun(current, trimmed.replaceAll(sourceLine, ' '), style);
    if (isSpace(last)) this.addSpace(last, style);
  }

  /** Adds the marker that Word has drawn before an entry. */
  addMarker(text: string, paragraph: ParagraphStyle): void {
    if (text.trim() !== '') this.open(paragraph).marker += text;
  }

  addBreak(style: RunStyle, paragraph: ParagraphStyle): void {
    this.space = null;
    this.addRun(this.open(paragraph), lineBreak, style);
  }

  addImage(html: string): void {
    this.endParagraph();
    this.push({ kind: 'other', html, tag: 'p', place: null });
  }

  addEmptyParagraph(): void {
    const current = this.currentFlow();
    if (current.of !== 'document' && current.of !== 'quote') return;
    this.push({ kind: 'empty', html: '', tag: 'p', place: null });
  }

  /** Ends the paragraph, if there is one. @param keepsEdge whether a space may end it */
  endParagraph(keepsEdge = false): void {
    const { paragraph, space } = this;
    if (!paragraph) return;
    if (space && !space.isSourceFormatting && keepsEdge) this.flushSpace(paragraph);
    this.paragraph = null;
    this.space = null;
    const hasText = paragraph.runs.some(({ text }) => /[^\s\u00a0]/.test(text));
    if (!hasText && !paragraph.marker) {
      this.addEmptyParagraph();
      return;
    }
    this.push(toBlock(paragraph));
  }

  /** Begins an entry; outside of a list it is a paragraph of one. @returns whether it is in a list */
  enterItem(): boolean {
    this.endParagraph();
    const container = this.containers.at(-1);
    if (container?.type === 'flow' && container.of === 'item') return false;
    if (container?.type !== 'list') return false;
    this.containers.push(flow('item'));
    return true;
  }

  enterList(isOrdered: boolean, start: number): void {
    this.endParagraph();
    if (this.containers.length < maxDepth)
      this.containers.push({ type: 'list', isOrdered, start, items: [] });
  }

  enterQuote(): void {
    this.endParagraph();
    if (this.containers.length >= maxDepth) return;
    this.currentFlow();
    this.containers.push(flow('quote'));
  }

  enterTable(): void {
    this.endParagraph();
    if (this.containers.length >= maxDepth) return;
    this.currentFlow();
    this.containers.push({ type: 'table', rows: [] });
  }

  enterRow(): void {
    this.endParagraph();
    const table = this.containers.at(-1);
    if (table?.type === 'table') table.rows.push([]);
  }

  enterCell(columns: number, rows: number): void {
    this.endParagraph();
    const table = this.containers.at(-1);
    if (table?.type !== 'table') return;
    if (table.rows.length === 0) table.rows.push([]);
    this.containers.push(flow('cell', columns, rows));
  }

  /** Ends the containers that were entered since. */
  leave(place: Place): void {
    if (this.containers.length <= place) return;
    this.endParagraph();
    while (this.containers.length > place) this.leaveOne();
  }

  /** Ends everything. */
  toHtml(): string {
    this.endParagraph(true);
    this.leave(1);
    const { blocks } = this.containers[0] as Flow;
    const first = blocks.findIndex(({ kind }) => kind !== 'empty');
    const last = blocks.findLastIndex(({ kind }) => kind !== 'empty');
    return first === -1 ? '' : toHtml(blocks.slice(first, last + 1));
  }

  private open(style: ParagraphStyle): Paragraph {
    this.currentFlow();
    this.paragraph ??= { style, marker: '', runs: [] };
    return this.paragraph;
  }

  /** The innermost flow; text directly in a list or a table gets an entry or a cell. */
  private currentFlow(): Flow {
    const container = this.containers.at(-1) as Container;
    if (container.type === 'flow') return container;
    if (container.type === 'table') container.rows.push([]);
    const added = flow(container.type === 'list' ? 'item' : 'cell');
    this.containers.push(added);
    return added;
  }

  private push(block: Block): void {
    this.currentFlow().blocks.push(block);
    this.count += 1;
  }

  private addRun({ runs }: Paragraph, text: string, style: RunStyle): void {
    const last = runs.at(-1);
    if (last && isSameStyle(last.style, style)) last.text += text;
    else runs.push({ style, text });
  }

  private addSpace(text: string, style: RunStyle): void {
    const isSourceFormatting = text === sourceLine;
    if (!this.space) this.space = { style, isSourceFormatting };
    else if (!isSourceFormatting) this.space.isSourceFormatting = false;
  }

  private flushSpace(paragraph: Paragraph): void {
    if (this.space && !paragraph.runs.at(-1)?.text.endsWith(lineBreak))
      this.addRun(paragraph, ' ', this.space.style);
    this.space = null;
  }

  private leaveOne(): void {
    const container = this.containers.pop() as Container;
    const parent = this.containers.at(-1) as Container;
    if (container.type === 'table') this.leaveTable(container);
    else if (container.type === 'list') this.leaveList(container, parent);
    else if (container.of === 'quote' && container.blocks.some(({ kind }) => kind !== 'empty'))
      this.push(otherBlock(`<blockquote>${toHtml(container.blocks)}</blockquote>`));
    else if (container.of === 'cell' && parent.type === 'table') parent.rows.at(-1)?.push(container);
    else if (container.of === 'item' && parent.type === 'list') leaveItem(container.blocks, parent.items);
  }

  /** A list directly in a list belongs to the entry before it. */
  private leaveList(list: List, parent: Container): void {
    const { items } = list;
    if (items.length === 0) return;
    this.count += 1;
    if (parent.type !== 'list') this.push(otherBlock(listHtml(list)));
    else if (parent.items.length === 0) parent.items.push(...items);
    else parent.items.push(`${parent.items.pop() ?? ''}${listHtml(list)}`);
  }

  private leaveTable({ rows }: HtmlTable): void {
    const below: number[] = [];
    for (const cells of rows) for (const block of rowBlocks(cells, below)) this.push(block);
  }
}

/** An entry begins with a paragraph; an entry with only a list belongs to the one before it. */
function leaveItem(blocks: Block[], items: string[]): void {
  const [first, ...rest] = blocks;
  const isList = rest.length === 0 && first?.kind === 'other' && /^<[uo]l/.test(first.html);
  if (isList && items.length > 0) items.push(`${items.pop() ?? ''}${first.html}`);
  else items.push(first ? toHtml([{ ...first, tag: 'p' }, ...rest]) : '<p></p>');
}

const otherBlock = (html: string): Block => ({ kind: 'other', html, tag: 'p', place: null });
