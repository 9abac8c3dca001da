/** White space, and characters that print nothing: zero-width spaces, joiners, fillers, soft hyphens. */
const invisible = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\u2800]/gu;

const blankEntities = new Set(
  'nbsp ensp emsp emsp13 emsp14 numsp puncsp thinsp hairsp mediumspace zerowidthspace nobreak zwj zwnj shy lrm rlm tab newline'.split(
    ' ',
  ),
);
const entity = /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z\d]+));/gi;
const highestCodePoint = 0x10ffff;

/** Whether a text shows nothing: it is empty, or holds only white space and invisible characters. */
export const isBlankText = (text: string): boolean => text.replace(invisible, '') === '';

/** Whether HTML shows nothing; an image without text is not blank. */
export function isBlankHtml(html: string): boolean {
  if (/<img\b/i.test(html)) return false;
  return isBlankText(
    html
      .replace(/<!--[\s\S]*?-->/g, '')
      .replace(/<\/?[a-z][^>]*>/gi, '')
      .replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
        if (name) return blankEntities.has(name.toLowerCase()) ? '' : whole;
        const code = decimal ? Number(decimal) : Number.parseInt(hex ?? '', 16);
        return code <= highestCodePoint ? String.fromCodePoint(code) : whole;
      }),
  );
}

const normalizeEmpty = (value: unknown): unknown => (value === '' ? null : (value ?? null));

/** Compares two values of a field; an empty one equals another however its emptiness is written. */
export const isSameValue = (one: unknown, other: unknown): boolean =>
  JSON.stringify(normalizeEmpty(one)) === JSON.stringify(normalizeEmpty(other));
