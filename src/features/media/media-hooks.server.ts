import type { RowHooks } from '../../platform/context.server.ts';
import { toFieldErrors } from '../../shared/errors.ts';
import { deleteMediaFiles } from './processing/delete-orphans.server.ts';

/** An image keeps its alternative text; purging the trash deletes the files. */
export const mediaHooks: RowHooks = {
  beforeUpdate({ updates }) {
    if (updates.some(({ row, set }) => 'alt' in set && !set.alt && row.kind === 'image')) {
      throw toFieldErrors({
        alt: 'Alternative text is required: a picture needs words for people who cannot see it',
      });
    }
  },
  afterPurge: deleteMediaFiles,
};
