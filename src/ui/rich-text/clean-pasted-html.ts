import { Parser } from 'htmlparser2';
import { escapeHtml, type ParagraphStyle, type RunStyle } from './block-html.ts';
import { type Declarations, parseDeclarations, parseInches, StyleSheet } from './css-text.ts';
import { HtmlBlocks, type Place } from './html-blocks.ts';
import { imagePath, mayLead } from './links.ts';

type Attributes = Record<string, string>;

/** The state that an element passes to its children. */
interface Style {
  isBold: boolean;
  isItalic: boolean;
  isUnderlined: boolean;
  isStruck: boolean;
  href: string | null;
  /** How white space is treated. */
  whiteSpace: 'collapse' | 'lines' | 'all';
  isHidden: boolean;
  /** Whether this is inside the marker that Word draws before a list's entry. */
  isMarker: boolean;
  paragraph: ParagraphStyle;
  /** The kind and number that the enclosing list gives an entry. */
  entry: { isOrdered: boolean; number: number };
}

interface OpenElement {
  name: string;
  style: Style;
  isBlock: boolean;
  place: Place;
  count: number;
}

const neverText = new Set([
  'script',
  'style',
  'title',
  'template',
  'noscript',
  'iframe',
  'object',
  'svg',
  'xml',
  'noframes',
  'noembed',
]);

const blockTags = new Set(
  (
    'address article aside blockquote body caption center dd details dialog dir div dl dt fieldset figcaption figure ' +
    'footer form h1 h2 h3 h4 h5 h6 header hgroup hr legend li listing main menu nav ol optgroup option p pre section ' +
    'select summary table tbody td tfoot th thead tr ul'
  ).split(' '),
);

const plainParagraph: ParagraphStyle = { tag: 'p', list: null, hasTypedMarker: false };

const plainStyle: Style = {
  isBold: false,
  isItalic: false,
  isUnderlined: false,
  isStruck: false,
  href: null,
  whiteSpace: 'collapse',
  isHidden: false,
  isMarker: false,
  paragraph: plainParagraph,
  entry: { isOrdered: false, number: 1 },
};

/**
 * Reduces HTML from elsewhere to what the editor's schema has. No word is lost: what `style` attributes and classes say becomes
 * marks, headings and lists, and the rows of tables become lines. Attributes but `href`, `src`, `alt`, `start` and an image's
 * size are dropped before a browser parses them: each `style` would violate the page's content security policy.
 * @param origin of the site, whose images stay
 */
export function cleanPastedHtml(html: string, origin = globalThis.location?.origin): string {
  const paste = new PastedHtml(origin);
  const parser = new Parser({
    onopentag: (name, attributes) => paste.openElement(name, attributes),
    ontext: (text) => paste.addText(text),
    onclosetag: () => paste.closeElement(),
  });
  parser.end(html);
  return paste.toHtml();
}

class PastedHtml {
  private readonly blocks = new HtmlBlocks();
  private readonly sheet = new StyleSheet();
  private readonly open: OpenElement[] = [];
  private openBlocks = 0;
  private readonly origin: string | undefined;

  constructor(origin: string | undefined) {
    this.origin = origin;
  }

  openElement(name: string, attributes: Attributes): void {
    const { blocks } = this;
    const parent = this.open.at(-1)?.style ?? plainStyle;
    const declarations = this.declarationsFor(name, attributes);
    const style = toStyle({ name, attributes, declarations, parent, sheet: this.sheet });
    const isBlock = this.isBlock(name, attributes, declarations);
    const element = { name, style, isBlock, place: blocks.place, count: blocks.count };
    this.open.push(element);
    if (style.isHidden) return;
    if (isBlock) {
      blocks.endParagraph();
      this.openBlocks += 1;
    }
    if (name === 'br') this.addBreak(attributes, style);
    else if (name === 'img') this.addImage(attributes, style);
    else this.enter(element, attributes);
  }

  addText(text: string): void {
    const element = this.open.at(-1);
    if (element?.name === 'style') this.sheet.add(text);
    const style = element?.style ?? plainStyle;
    if (style.isHidden) return;
    const run = toRunStyle(style);
    const preservesEdge = this.openBlocks === 0 && this.blocks.isAtBeginning;
    if (style.isMarker) this.blocks.addMarker(text, style.paragraph);
    else if (style.whiteSpace === 'collapse') this.blocks.addText(text, run, style.paragraph, preservesEdge);
    else this.addLines(text, run, style);
  }

  closeElement(): void {
    const element = this.open.pop();
    if (!element || element.style.isHidden) return;
    const { name, isBlock, place, count } = element;
    if (isBlock) {
      this.blocks.endParagraph();
      this.openBlocks -= 1;
      if (name === 'p' && this.blocks.count === count) this.blocks.addEmptyParagraph();
    }
    this.blocks.leave(place);
  }

  toHtml(): string {
    return this.blocks.toHtml();
  }

  private declarationsFor(name: string, attributes: Attributes): Declarations {
    const classes = (attributes.class ?? '').split(/\s+/).filter(Boolean);
    const byRules = this.sheet.declarationsFor({ name, id: attributes.id, classes });
    return new Map([...byRules, ...parseDeclarations(attributes.style ?? '')]);
  }

  private isBlock(name: string, attributes: Attributes, declarations: Declarations): boolean {
    // The editor's own copy of a part of a paragraph.
    if ('data-pm-slice' in attributes && name === 'p') return false;
    const display = declarations.get('display') ?? '';
    if (/^(?:block|flex|grid|list-item|flow-root|table)/.test(display)) return true;
    return blockTags.has(name) && name !== 'body' && !(name === 'div' && display.startsWith('inline'));
  }

  private enter(element: OpenElement, attributes: Attributes): void {
    const { blocks } = this;
    const { name, style } = element;
    const isOrdered = name === 'ol';
    const start = Number.parseInt(attributes.start ?? '', 10) || 1;
    if (name === 'ul' || isOrdered) {
      // Word Online writes a list for each entry, which has the entry's level.
      const isOneEntry = /(?:Bullet|Number)ListStyle/.test(attributes.class ?? '');
      element.style = { ...style, entry: { isOrdered, number: start } };
      if (!isOneEntry) blocks.enterList(isOrdered, start);
    } else if (name === 'li') {
      const level = toLevel(attributes['data-aria-level']);
      if (!blocks.enterItem())
        element.style = {
          ...style,
          paragraph: { ...plainParagraph, list: { ...style.entry, level } },
        };
    } else if (name === 'blockquote') blocks.enterQuote();
    else if (name === 'table') blocks.enterTable();
    else if (name === 'tr') blocks.enterRow();
    else if (name === 'td' || name === 'th')
      blocks.enterCell(toSpan(attributes.colspan), toSpan(attributes.rowspan));
  }

  private addBreak(attributes: Attributes, style: Style): void {
    // Chrome ends what it copies with one.
    if (attributes.class === 'Apple-interchange-newline') return;
    this.blocks.addBreak(toRunStyle(style), style.paragraph);
  }

  /** Images from elsewhere are dropped, as our pages could not show them; one of an emoji is text. */
  private addImage({ src = '', alt = '', width, height }: Attributes, style: Style): void {
    if (style.isMarker) return;
    const path = imagePath(src, this.origin);
    if (path) {
      const attributes = Object.entries({ src: path, alt, width: toPixels(width), height: toPixels(height) });
      const text = attributes.flatMap(([name, value]) => (value ? ` ${name}="${escapeHtml(value)}"` : []));
      this.blocks.addImage(`<img${text.join('')}>`);
    } else if (isEmoji(alt)) this.blocks.addText(alt, toRunStyle(style), style.paragraph);
  }

  private addLines(text: string, run: RunStyle, { whiteSpace, paragraph }: Style): void {
    for (const [i, line] of text.split(/\r\n?|\n/).entries()) {
      if (i > 0) this.blocks.addBreak(run, paragraph);
      const spaced = line
        .replaceAll('\t', '    ')
        .replace(/ {2,}/g, (spaces) => `${spaces.slice(1).replaceAll(' ', '\u00a0')} `);
      this.blocks.addText(whiteSpace === 'all' ? spaced : line, run, paragraph);
    }
  }
}

const toPixels = (text = ''): string => (/^\d{1,5}$/.test(text.trim()) ? text.trim() : '');

const maxSpan = 100;
const toSpan = (text = ''): number => Math.min(Math.max(Number.parseInt(text, 10) || 1, 1), maxSpan);

const maxLevel = 9;
const toLevel = (text = ''): number => Math.min(Math.max(Number.parseInt(text, 10) || 1, 1), maxLevel);

const emoji = /^(?:\p{Extended_Pictographic}|\p{RI}|\p{EMod}|\u200d|\ufe0f)+$/u;
const isEmoji = (text: string): boolean => emoji.test(text);

function toRunStyle({ isBold, isItalic, isUnderlined, isStruck, href }: Style): RunStyle {
  return {
    isBold,
    isItalic,
    isUnderlined,
    isStruck,
    href,
  };
}

interface StyledElement {
  name: string;
  attributes: Attributes;
  declarations: Declarations;
  parent: Style;
  sheet: StyleSheet;
}

function toStyle(element: StyledElement): Style {
  const { name, attributes, declarations, parent } = element;
  const paragraph = toParagraphStyle(element);
  const href = name === 'a' ? attributes.href?.trim() : undefined;
  const style: Style = {
    ...parent,
    paragraph,
    href: href && mayLead(href) ? href : parent.href,
    whiteSpace: toWhiteSpace(name, declarations) ?? parent.whiteSpace,
    isHidden: parent.isHidden || isHidden(name, attributes, declarations),
    isMarker: parent.isMarker || /^ignore$/i.test(declarations.get('mso-list') ?? ''),
  };
  return { ...style, ...toMarks(element, style) };
}

function toMarks({ name, declarations, parent }: StyledElement, { paragraph, href }: Style) {
  const font = parseFont(declarations);
  const decoration = `${declarations.get('text-decoration') ?? ''} ${declarations.get('text-decoration-line') ?? ''}`;
  const isUndecorated = /\bnone\b/.test(decoration);
  const isBold = parent.isBold || name === 'b' || name === 'strong' || name === 'th';
  const isItalic = parent.isItalic || name === 'i' || name === 'em';
  // A heading is bold, and a link underlined, by default.
  const isBoldAnyway = paragraph.tag !== 'p' && font.isBold === true;
  const hasUnderline = (/\bunderline\b/.test(decoration) && href === null) || name === 'u' || name === 'ins';
  const hasStrike = /\bline-through\b/.test(decoration) || ['s', 'del', 'strike'].includes(name);
  return {
    isBold: isBoldAnyway ? isBold : (font.isBold ?? isBold),
    isItalic: font.isItalic ?? isItalic,
    isUnderlined: parent.isUnderlined || (hasUnderline && !isUndecorated),
    isStruck: parent.isStruck || (hasStrike && !isUndecorated),
  };
}

const boldFrom = 600;

/** Parses weight and slant from the declarations; undefined if they set neither. */
function parseFont(declarations: Declarations): { isBold?: boolean; isItalic?: boolean } {
  const shorthand = declarations.get('font');
  const [beforeSize = ''] = shorthand?.split(/(?:^|\s)[\d.]+(?:[a-z]{2,}|%)/i) ?? [];
  const weight =
    declarations.get('font-weight') ??
    (shorthand && (/\b(?:bold|[6-9]00)\b/.exec(beforeSize)?.[0] ?? 'normal'));
  const slant =
    declarations.get('font-style') ??
    (shorthand && (/\b(?:italic|oblique)\b/.exec(beforeSize)?.[0] ?? 'normal'));
  const hasWeight = weight && !inherited.test(weight);
  const hasSlant = slant && !inherited.test(slant);
  return {
    isBold: hasWeight ? /^bold/i.test(weight) || Number(weight) >= boldFrom : undefined,
    isItalic: hasSlant ? /^(?:italic|oblique)/i.test(slant) : undefined,
  };
}

const inherited = /^(?:inherit|unset)$/i;

const preserved = new Set(['pre', 'listing', 'xmp', 'textarea']);

function toWhiteSpace(name: string, declarations: Declarations): Style['whiteSpace'] | undefined {
  const value = declarations.get('white-space-collapse') ?? declarations.get('white-space');
  if (value === undefined) return preserved.has(name) ? 'all' : undefined;
  if (/^(?:pre-line|preserve-breaks)/.test(value)) return 'lines';
  if (/^(?:pre|break-spaces)/.test(value)) return 'all';
  return inherited.test(value) ? undefined : 'collapse';
}

const isHidden = (name: string, attributes: Attributes, declarations: Declarations): boolean =>
  neverText.has(name) ||
  'hidden' in attributes ||
  declarations.get('display') === 'none' ||
  declarations.get('mso-hide') === 'all';

const ownParagraphs = new Set(['li', 'td', 'th', 'blockquote']);

function toParagraphStyle({ name, attributes, declarations, parent, sheet }: StyledElement): ParagraphStyle {
  if (ownParagraphs.has(name)) return plainParagraph;
  const tag = headingTag(name, attributes, declarations) ?? parent.paragraph.tag;
  const [, list, level] = /\b(l\d+) level(\d+)/.exec(declarations.get('mso-list') ?? '') ?? [];
  if (list) {
    const format = sheet.listLevel(`${list}:level${level}`)?.get('mso-level-number-format');
    const isOrdered = format && { isOrdered: !/^(?:bullet|image)/.test(format) };
    return { tag, list: { level: toLevel(level), ...isOrdered }, hasTypedMarker: false };
  }
  // Mail programs prefix the classes of Word, and remove what it said of the list.
  if (/MsoListParagraph/.test(attributes.class ?? '') && !declarations.has('mso-list')) {
    const inches = parseInches(
      declarations.get('margin-left') ?? declarations.get('margin')?.split(/\s+/).at(-1),
    );
    return { tag, list: { level: toLevel(String(Math.round(inches * 2))) }, hasTypedMarker: true };
  }
  return tag === parent.paragraph.tag ? parent.paragraph : { ...plainParagraph, tag };
}

const headingTags = ['h1', 'h2', 'h3'] as const;

function headingTag(
  name: string,
  attributes: Attributes,
  declarations: Declarations,
): ParagraphStyle['tag'] | undefined {
  const byTag = /^h([1-6])$/.exec(name)?.[1];
  const byRole = attributes.role === 'heading' ? (attributes['aria-level'] ?? '2') : undefined;
  const byWord = /^[1-9]$/.exec(declarations.get('mso-outline-level') ?? '')?.[0];
  const byClass = /(?:^|\s)MsoTitle(?:\s|$)/.test(attributes.class ?? '') ? '1' : undefined;
  const level = byTag ?? byRole ?? byWord ?? byClass;
  return level === undefined ? undefined : headingTags[Math.min(toLevel(level), headingTags.length) - 1];
}
