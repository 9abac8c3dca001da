import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { FormValues } from '../../../shared/forms/schema.ts';
import { deleteSessions } from '../../auth/session/store.server.ts';
import { purgeOldSlugs } from '../../blog/store.server.ts';
import { deleteMediaFiles } from '../../media/processing/delete-orphans.server.ts';
import { toFieldErrors } from '../edit/parse-row.server.ts';
import { administrators, lockRoles } from './roles-store.server.ts';
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
    async changing({ ctx, tx, rows, set }) {
      const refuse = (message: string): never => {
        throw toFieldErrors({ role: message });
      };
      const admins = await administrators(tx);
      if (!admins.includes(ctx.viewer?.id ?? '')) {
        throw new AppError('forbidden', "You don't have permission to do this.");
      }
      if (set.role === 'admin') {
        const stranger = rows.find(({ email }) => !ctx.settings.adminEmails.includes(String(email)));
        if (stranger) {
          refuse(
            `${stranger.email} is not in ADMIN_EMAILS: only an address of that setting can be an administrator`,
          );
        }
      } else if (set.role !== undefined) {
        const losing = new Set(rows.map(({ id }) => id));
        if (losing.has(ctx.viewer?.id ?? '')) refuse('You cannot take the administrator role from yourself');
        if (!admins.some((id) => !losing.has(id))) refuse('The last administrator keeps the role');
      }
    },
    /** A role begins and ends at once: whoever was signed in signs in again. */
    async changed({ tx, rows, set }) {
      if (set.role === undefined) return;
      for (const { id } of rows) await deleteSessions(tx, String(id));
    },
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
