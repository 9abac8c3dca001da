import { isUuid } from '../uuid.ts';

export const slugMaxLength = 100;

/** Lower-case letters and digits, separated by single hyphens. Runs alike in JavaScript and PostgreSQL. */
export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

const slug = new RegExp(slugPattern);

/** Suggests a slug for a title; empty when it holds no letter or digit. */
export function slugify(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^a-z0-9\s-]/g, '')
    .replace(/\s+/g, '-')
    .replace(/-+/g, '-')
    .replace(/^-/, '')
    .slice(0, slugMaxLength)
    .replace(/-$/, '');
}

/** `/blog/new` and `/blog/edit/…` are pages. */
const taken = new Set(['new', 'edit']);

/** A UUID would be looked up as an id. */
export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && slug.test(text) && !isUuid(text) && !taken.has(text);
}
