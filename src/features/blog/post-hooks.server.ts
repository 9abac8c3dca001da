import type { RowHooks } from '../../platform/context.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import type { FormValues } from '../../shared/forms/schema.ts';
import { suggestSlug } from '../../shared/text/slug.ts';
import { businessContact } from '../listings/store.server.ts';
import { maxTags, normalizeTags } from './post.ts';
import { purgeOldSlugs } from './store.server.ts';

/** The rules of a post beyond its schema, whether the editor, the admin's form or an import writes it. */
export const postHooks: RowHooks = {
  complete: ({ slug, title, ...input }) => ({
    ...input,
    title,
    slug: slug || suggestSlug(typeof title === 'string' ? title : ''),
  }),
  createNormalizer({ db }) {
    let contact: ReturnType<typeof businessContact> | undefined;
    return async (values) => {
      const normalized = { ...values };
      if (Array.isArray(values.tags)) normalized.tags = normalizeTags(values.tags);
      if (values.author === '') {
        contact ??= businessContact(db);
        normalized.author = (await contact).business_name;
      }
      return normalized;
    };
  },
  beforeCreate: limitTags,
  // The limit is not in the normalizer: a post that already has more tags may be saved with them.
  beforeUpdate({ updates }) {
    for (const { set } of updates) limitTags(set);
  },
  afterPurge: async ({ db }, ids) => {
    await purgeOldSlugs(db, ids);
  },
};

function limitTags({ tags }: FormValues): void {
  if (Array.isArray(tags) && tags.length > maxTags)
    throw toFieldErrors({ tags: `Tags cannot be more than ${maxTags}` });
}
