import { isUuid } from '../uuid.ts';

export const slugMaxLength = 100;

/** Lower-case letters and digits, separated by single hyphens. Runs alike in JavaScript and PostgreSQL. */
export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

const slug = new RegExp(slugPattern);

/** Letters that Unicode does not take apart into a base and an accent. */
const baseLetters: Record<string, string> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
  ŧ: 't',
};

const foldAccents = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[ßæœøłđðþıħŧ]/g, (letter) => baseLetters[letter] ?? letter);

/** Suggests a slug for a title; empty when it holds no Latin letter or digit. */
export function slugify(title: string): string {
  return foldAccents(title)
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, slugMaxLength)
    .replace(/-$/, '');
}

/** `/blog/new` and `/blog/edit/…` are pages. */
const taken = new Set(['new', 'edit']);

/** Why no page may have a slug, as the end of a sentence; `null` where it may, or is no slug at all. */
export function slugConflict(text: string): string | null {
  if (taken.has(text)) return `the site has a page of its own at “${text}”. Try “${text}-1”`;
  return isUuid(text) ? 'it looks like an id of the site. Try some words' : null;
}

/** Suggests a slug for a new page; `new-1` if the plain title would be the path of another page. */
export function suggestSlug(title: string): string {
  const plain = slugify(title);
  return plain === '' || isSlug(plain) ? plain : `${plain}-1`;
}

/** A UUID would be looked up as an id. */
export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && slug.test(text) && !isUuid(text) && !taken.has(text);
}
