import { readFileSync } from 'node:fs';
import type PDFDocument from 'pdfkit';
import { transliterate } from './transliterate.ts';

export type Pdf = InstanceType<typeof PDFDocument>;
export type Face = 'text' | 'bold' | 'display';

/** The site's own faces; each has a second file for the letters of other Latin alphabets. */
const files: Record<Face, string> = {
  text: 'figtree/files/figtree-{}-400-normal.woff',
  bold: 'figtree/files/figtree-{}-600-normal.woff',
  display: 'young-serif/files/young-serif-{}-400-normal.woff',
};
const packages = new URL('../../../../node_modules/@fontsource/', import.meta.url);

const fontFile = (face: Face, subset: 'latin' | 'latin-ext'): Buffer =>
  readFileSync(new URL(files[face].replace('{}', subset), packages));

export function registerFonts(doc: Pdf): void {
  for (const face of Object.keys(files) as Face[]) {
    doc.registerFont(face, fontFile(face, 'latin'));
    doc.registerFont(`${face}-ext`, fontFile(face, 'latin-ext'));
  }
}

/** The characters that all the first files have, and those that all the second ones have. */
const basic =
  /[\x20-\x7e\xa0-\xac\xae-\xff\u0131\u0152\u0153\u2013\u2014\u2018-\u201a\u201c-\u201e\u2022\u2026\u2039\u203a\u20ac\u2122\u2212]/;
const extended =
  /[\u0100-\u0113\u0116-\u0127\u012a\u012b\u012e-\u0130\u0132-\u0137\u0139-\u013e\u0141-\u0148\u014a-\u014d\u0150\u0151\u0154-\u0161\u0164\u0165\u016a-\u017e\u0218-\u021b\u1e80-\u1e85\u1e9e\u1ef2\u1ef3]/;

/** A character that no face has is written in Latin letters, loses its marks, or is shown as a question mark. */
function drawable(character: string): string {
  if (basic.test(character) || extended.test(character)) return character;
  const letters = transliterate(character);
  if (letters !== undefined) return letters;
  const plain = character.normalize('NFKD')[0] ?? '';
  return basic.test(plain) ? plain : '?';
}

const withoutControls = (text: string): string => text.normalize('NFC').replace(/[\p{Cc}\p{Cf}]+/gu, ' ');

/** Whether no character of a text is shown as a question mark instead. */
export const isLegible = (text: string): boolean =>
  [...withoutControls(text)].every((character) => character === '?' || drawable(character) !== '?');

/** The text for screen readers where it is drawn with other letters; `undefined` where it is drawn as it is. */
export function spokenText(text: string): string | undefined {
  const spoken = withoutControls(text);
  return [...spoken].every((character) => drawable(character) === character) ? undefined : spoken;
}

/** A text cut into the pieces that one font file can draw. */
export function fontRuns(text: string, face: Face): { font: string; text: string }[] {
  const runs: { font: string; text: string }[] = [];
  for (const character of withoutControls(text)) {
    const drawn = drawable(character);
    const font = drawn === '' || basic.test(drawn) ? face : `${face}-ext`;
    const last = runs.at(-1);
    if (last?.font === font) last.text += drawn;
    else runs.push({ font, text: drawn });
  }
  return runs;
}
