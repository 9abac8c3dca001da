import type { Ctx } from '../../../platform/context.server.ts';
import { AppError, type FieldErrors } from '../../../shared/errors.ts';
import { parseQueryParams } from '../../../shared/http/query-params.ts';
import { isRecord } from '../../../shared/is-record.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireActor } from '../../auth/guards.ts';
import { type LibraryMedia, type LibraryQuery, libraryPageSize, type MediaUse } from '../media.ts';
import { mediaById, toMedia } from '../store.server.ts';
import { findUsages, libraryPage, trashUnused } from './usage-store.server.ts';

const kinds = ['image', 'video', 'file'] as const;
const maxPages = 1_000_000;

export const libraryParameters = ['search', 'kind', 'unused', 'page'] as const;

/** @throws AppError `invalid` with a message per wrong parameter */
export function parseLibraryQuery(url: string): LibraryQuery {
  const fields: FieldErrors = {};
  const asked = parseQueryParams(url, libraryParameters);
  const { search = '', kind = '', unused = '', page = '1' } = asked;
  if (search.length > 200) fields.search = 'Maximum length is 200';
  const known = kinds.find((one) => one === kind);
  if (kind !== '' && !known) fields.kind = `Kind is one of ${kinds.join(', ')}`;
  if (!['', 'true', 'false'].includes(unused)) fields.unused = 'Unused is true or false';
  if (!/^[1-9]\d{0,6}$/.test(page) || Number(page) > maxPages) fields.page = 'Page is a number from 1';
  const [problem] = Object.values(fields);
  if (problem) throw new AppError('invalid', problem, { fields });
  const text = search.toWellFormed().replaceAll('\0', '').trim();
  return { search: text, kind: known, unused: unused === 'true', page: Number(page) };
}

export async function listLibrary(
  { db, tables }: Ctx,
  query: LibraryQuery,
): Promise<{ data: LibraryMedia[]; total: number }> {
  const { rows, total } = await libraryPage(db, tables, query, libraryPageSize);
  return { data: rows.map((row) => ({ ...toMedia(row), uses: row.uses })), total };
}

/** @throws AppError `notFound` */
export async function listUsages({ db, tables }: Ctx, id: string): Promise<MediaUse[]> {
  if (!isUuid(id) || !(await mediaById(db, id))) throw new AppError('notFound', 'There is no such upload.');
  return findUsages(db, tables, id.toLowerCase());
}

const maxBulkIds = 1_000;

/** @throws AppError `invalid` unless it is `{ids: [1 to 1000 ids]}` */
export function parseIds(input: unknown): { ids: string[] } {
  const ids = isRecord(input) ? input.ids : undefined;
  const isFine =
    Array.isArray(ids) &&
    ids.length > 0 &&
    ids.length <= maxBulkIds &&
    ids.every((id) => typeof id === 'string' && isUuid(id));
  if (!isFine) {
    const words = `Please name 1 to ${maxBulkIds} uploads by their ids`;
    throw new AppError('invalid', words, { fields: { ids: words } });
  }
  return { ids: [...new Set(ids as string[])] };
}

/** Deletes the uploads that nothing uses, not even drafts and deleted rows. @returns how many */
export async function deleteUnused(ctx: Ctx, ids: string[]): Promise<number> {
  const author = requireActor(ctx);
  const gone = await ctx.db.transaction().execute((tx) => trashUnused(tx, ctx.tables, ids, author));
  ctx.log.info({ by: author.userId, media: gone }, 'deleted unused uploads');
  return gone.length;
}
