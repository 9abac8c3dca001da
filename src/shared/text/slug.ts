import { isUuid } from '../uuid.ts';

/** The longest slug, in characters. */
export const slugMaxLength = 100;

/** Lower-case letters and digits, separated by single hyphens. Runs alike in JavaScript and PostgreSQL. */
export const slugPattern = '^[a-z0-9]+(?:-[a-z0-9]+)*$';

const slug = new RegExp(slugPattern);

/**
 * The slug a title suggests: lower case; only letters, digits, spaces and hyphens kept; white space becomes one hyphen;
 * hyphens collapsed and trimmed. Cut to the longest allowed slug. Empty when the title holds no letter or digit.
 */
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

/** Pages that lie where a post's would: `/blog/new` and `/blog/edit/…`. */
const taken = new Set(['new', 'edit']);

/** Whether a text can stand in a post's URL. A UUID cannot: it would be looked up as an id; nor can a page's own name. */
export function isSlug(text: string): boolean {
  return text.length <= slugMaxLength && slug.test(text) && !isUuid(text) && !taken.has(text);
}
