import type { RowHooks } from '../../platform/context.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import { slugify } from '../../shared/text/slug.ts';
import { businessContact } from '../listings/store.server.ts';
import { maxTags, normalizeTags } from './post.ts';
import { purgeOldSlugs } from './store.server.ts';

/** The rules of a post beyond its schema, whether the editor, the admin's form or an import writes it. */
export const postRules: RowHooks = {
  complete: ({ slug, title, ...input }) => ({
    ...input,
    title,
    slug: slug || slugify(typeof title === 'string' ? title : ''),
  }),
  async normalize({ db }, values) {
    const normalized = { ...values };
    if (Array.isArray(values.tags)) normalized.tags = limitTags(values.tags);
    if (values.author === '') normalized.author = (await businessContact(db)).business_name;
    return normalized;
  },
  afterPurge: async ({ db }, ids) => {
    await purgeOldSlugs(db, ids);
  },
};

/** Each tag once. @throws AppError `invalid` when they are too many */
function limitTags(sent: string[]): string[] {
  const tags = normalizeTags(sent);
  if (tags.length > maxTags) throw toFieldErrors({ tags: `Tags cannot be more than ${maxTags}` });
  return tags;
}
