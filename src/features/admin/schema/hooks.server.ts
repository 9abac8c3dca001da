import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { assertRoleChange, endSessionsAfterRoleChange } from '../../auth/role-rules.server.ts';
import { lockRoles } from '../../auth/store.server.ts';
import { purgeOldSlugs } from '../../blog/store.server.ts';
import { deleteMediaFiles } from '../../media/processing/delete-orphans.server.ts';
import { toFieldErrors } from '../edit/parse-row.server.ts';
import type { Row } from './table.ts';

/** A change of rows that are locked. */
interface Change {
  ctx: Ctx;
  tx: Tx;
  /** As they are. */
  rows: readonly Row[];
  set: FormValues;
}

/** What one table asks beyond its schema and its constraints. */
export interface Hooks {
  /** Before the rows are locked. */
  waits?(tx: Tx): Promise<unknown>;
  /** Throws an AppError where the change may not be made. */
  changing?(change: Change): Promise<void> | void;
  /** In the same transaction, with the rows that hold something else now. */
  changed?(change: Change): Promise<void>;
  /** What a row also gives up, by the column that lost its reference to a deleted row; it comes back with it. */
  losing?: Readonly<Record<string, FormValues>>;
  /** When the trash has forgotten the rows for good. */
  forgotten?(ctx: Ctx, ids: string[]): Promise<void>;
}

/** The tables that have such rules; all other tables follow from their schemas alone. */
const hooks: Record<string, Hooks> = {
  users: {
    waits: lockRoles,
    changing: ({ ctx, tx, rows, set }) => assertRoleChange(ctx, tx, rows, set.role),
    changed: ({ tx, rows, set }) => endSessionsAfterRoleChange(tx, rows, set.role),
  },
  media: {
    changing({ rows, set }) {
      if ('alt' in set && !set.alt && rows.some(({ kind }) => kind === 'image')) {
        throw toFieldErrors({
          alt: 'Alternative text is required: a picture needs words for people who cannot see it',
        });
      }
    },
    forgotten: deleteMediaFiles,
  },
  // A product without a home can be bought at any time: one that loses its home must not stay on sale.
  products: { losing: { property_id: { is_listed: false } } },
  blog_posts: {
    async forgotten({ db }, ids) {
      await purgeOldSlugs(db, ids);
    },
  },
};

const none: Hooks = {};

export const getHooks = (table: string): Hooks => (Object.hasOwn(hooks, table) ? hooks[table] : none) ?? none;
