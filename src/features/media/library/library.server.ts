import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireActor } from '../../auth/guards.ts';
import {
  type LibraryPage,
  libraryPageSize,
  type MediaUse,
  type ParsedLibraryQuery,
} from '../contract.server.ts';
import { mediaById, toMedia } from '../store.server.ts';
import { findUsages, libraryPage, trashUnused } from './usage-store.server.ts';

export async function listLibrary({ db, tables }: Ctx, query: ParsedLibraryQuery): Promise<LibraryPage> {
  const { rows, total } = await libraryPage(db, tables, query, libraryPageSize);
  return { data: rows.map((row) => ({ ...toMedia(row), uses: row.uses })), total };
}

/** @throws AppError `notFound` */
export async function listUsages({ db, tables }: Ctx, id: string): Promise<MediaUse[]> {
  if (!isUuid(id) || !(await mediaById(db, id))) throw new AppError('notFound', 'There is no such upload.');
  return findUsages(db, tables, id.toLowerCase());
}

/** Deletes the uploads that nothing uses, not even drafts and deleted rows. @returns how many */
export async function deleteUnused(ctx: Ctx, ids: string[]): Promise<number> {
  const author = requireActor(ctx);
  const gone = await ctx.db.transaction().execute((tx) => trashUnused(tx, ctx.tables, ids, author));
  ctx.log.info({ by: author.userId, media: gone }, 'deleted unused uploads');
  return gone.length;
}
