import type { Ctx, RowHooks } from '../../platform/context.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import type { FormValues } from '../../shared/forms/schema.ts';
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
  async normalize(ctx, values) {
    const normalized = { ...values };
    if (Array.isArray(values.tags)) normalized.tags = normalizeTags(values.tags);
    if (values.author === '') normalized.author = await defaultAuthor(ctx);
    return normalized;
  },
  beforeCreate: limitTags,
  // Not by `normalize`: a row that holds more already may be saved with them.
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

/** One query a request, however many rows it imports. */
const authors = new WeakMap<Ctx, Promise<string>>();

function defaultAuthor(ctx: Ctx): Promise<string> {
  const author = authors.get(ctx) ?? businessContact(ctx.db).then((contact) => contact.business_name);
  authors.set(ctx, author);
  return author;
}
