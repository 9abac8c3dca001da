/** The place of a paragraph in a list, such as Word's, that only its look reveals. Levels begin at 1. */
export interface ListPlace {
  level: number;
  isOrdered: boolean;
  number: number;
}

const numberMarker = /^[([]?(?:[\p{Nd}.]+|\p{L}{1,2}|[ivxlcdm]+)[\])．.、:]*$/iu;
const hasNumeral = /\p{Nd}/u;
const endsAsNumber = /[\])．.、:]$/u;

/** The kind of a list's marker, such as `1.`, `b)` or `·`; null where it has words that a list would lose. */
export function parseMarker(text: string): Pick<ListPlace, 'isOrdered' | 'number'> | null {
  const marker = text.replace(/[\s\u00a0]+/g, '');
  if (numberMarker.test(marker) && (hasNumeral.test(marker) || endsAsNumber.test(marker)))
    return { isOrdered: true, number: Number(/(\d+)\D*$/.exec(marker)?.[1] ?? 1) };
  // Symbol fonts draw their bullets for letters: `o`, `v`, `q`, `Ø`.
  return [...marker].length <= 1 || !/[\p{L}\p{N}]/u.test(marker) ? { isOrdered: false, number: 1 } : null;
}

/** The marker at the beginning of an entry that a mail program has stripped of Word's own list data. */
export const leadingMarker = /^(?:[\p{Nd}]+[.)]|\p{L}[.)]|[·•▪‣⁃∙●○◦■□➢✓–§Øovqü-])[\u00a0\s]{2,}/u;

interface OpenList {
  level: number;
  isOrdered: boolean;
  start: number;
  items: string[];
}

/** @param items the HTML of each entry */
export function listHtml({ isOrdered, start, items }: Omit<OpenList, 'level'>): string {
  const entries = items.map((item) => `<li>${item}</li>`).join('');
  if (!isOrdered) return `<ul>${entries}</ul>`;
  return `${start > 1 ? `<ol start="${start}">` : '<ol>'}${entries}</ol>`;
}

/** Builds nested lists of paragraphs that follow each other. */
export function nestListParagraphs(paragraphs: { html: string; place: ListPlace }[]): string {
  const open: OpenList[] = [];
  let html = '';
  const closeList = () => {
    const list = open.pop();
    const parent = open.at(-1);
    if (!list) return;
    if (parent) parent.items.push(`${parent.items.pop() ?? ''}${listHtml(list)}`);
    else html += listHtml(list);
  };
  for (const { html: item, place } of paragraphs) {
    const { level, isOrdered } = place;
    while (open.length > 0 && (open.at(-1)?.level ?? 0) > level) closeList();
    if (open.at(-1)?.level === level && open.at(-1)?.isOrdered !== isOrdered) closeList();
    if (open.at(-1)?.level !== level) open.push({ level, isOrdered, start: place.number, items: [] });
    open.at(-1)?.items.push(item);
  }
  while (open.length > 0) closeList();
  return html;
}
