import { type Insertable, sql, type Updateable } from 'kysely';
import { type Author, auditedTable, auditInsert } from '../../db/audited-rows.server.ts';
import type { Db, Tx } from '../../db/client.server.ts';
import type { MediaTable } from '../../db/schema/content.ts';
import type { ImageData } from '../../shared/image.ts';
import { isoMoments } from '../../shared/iso-moments.ts';
import mediaSchema from '../../shared/schemas/media.ts';
import type { Media } from './contract.server.ts';
import { parseMediaId } from './media.ts';

export const auditedMedia = auditedTable('media', mediaSchema.properties);

const listedColumns = [
  'id',
  'kind',
  'alt',
  'width',
  'height',
  'status',
  'error',
  'widths',
  'file_name as fileName',
  'original_name as originalName',
  'size_bytes as sizeBytes',
  'created_at as createdAt',
] as const;

export async function insertMedia(
  tx: Tx,
  row: Omit<Insertable<MediaTable>, 'uploaded_by' | 'created_at'>,
  author: Author,
) {
  const added = await tx
    .insertInto('media')
    .values({ ...row, uploaded_by: author.userId, created_at: author.at })
    .returning(listedColumns)
    .executeTakeFirstOrThrow();
  await auditInsert(tx, auditedMedia, added.id, author);
  return added;
}

export type ListedMedia = Awaited<ReturnType<typeof insertMedia>>;

export const mediaById = (db: Db, id: string) =>
  db.selectFrom('media').selectAll().where('id', '=', id).executeTakeFirst();

/** Lets pages offer all sizes; a trigger notifies every process. @returns whether it was still processing */
export const markReady = (db: Db, id: string, widths: number[]): Promise<boolean> =>
  endProcessing(db, id, { status: 'ready', widths, error: '' });

/** The image keeps its one size. @returns whether it was still processing */
export const setFailed = (db: Db, id: string, error: string): Promise<boolean> =>
  endProcessing(db, id, { status: 'failed', error });

async function endProcessing(db: Db, id: string, end: Updateable<MediaTable>): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('media')
    .set(end)
    .where('id', '=', id)
    .where('status', '=', 'processing')
    .executeTakeFirst();
  return numUpdatedRows > 0;
}

/** Videos of the library whose file was not stripped by this version, the newest first. */
export const unstrippedVideos = (db: Db, version: number) =>
  db
    .selectFrom('media')
    .select(['id', 'type', 'file_name', 'size_bytes'])
    .where('kind', '=', 'video')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('stripped_videos').whereRef('media_id', '=', 'media.id').where('version', '>=', version),
        ),
      ),
    )
    .orderBy('created_at', 'desc')
    .execute();

/** Records that a video was read by a version of the stripping, also if it could not be stripped. */
export async function markStripped(
  db: Db,
  id: string,
  { at, version }: { at: Date; version: number },
): Promise<void> {
  // A row that was deleted by then needs no mark.
  await sql`insert into stripped_videos (media_id, stripped_at, version)
    select id, ${at}, ${version} from media where id = ${id}
    on conflict (media_id) do update set stripped_at = excluded.stripped_at, version = excluded.version`.execute(
    db,
  );
}

/** @param error why it could not be stripped, for the library; empty if it was */
export const setStripError = (db: Db, id: string, error: string) =>
  db
    .updateTable('media')
    .set({ status: error ? 'failed' : 'ready', error })
    .where('id', '=', id)
    .where('error', '<>', error)
    .execute();

/** Images that have waited since before a moment, without a job. */
export async function stuckImages(db: Db, before: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`select id from media
    where status = 'processing' and created_at < ${before} and not exists (
      select from graphile_worker.jobs
      where key = 'sizes:' || media.id and attempts < max_attempts)`.execute(db);
  return rows.map(({ id }) => id);
}

/** Returns the ids that have a row, deleted ones included; `unfinished` are still being processed. */
export async function existingIds(
  db: Db,
  ids: string[],
): Promise<{ existing: Set<string>; unfinished: Set<string> }> {
  const { rows } = await sql<{ id: string; status: string }>`
    select id::text, status from media where id = any(${ids}::uuid[])
    union all
    select row_id, row ->> 'status' from deleted_rows where table_name = 'media' and row_id = any(${ids}::text[])`.execute(
    db,
  );
  const unfinished = rows.filter(({ status }) => status === 'processing');
  return {
    existing: new Set(rows.map(({ id }) => id)),
    unfinished: new Set(unfinished.map(({ id }) => id)),
  };
}

/** The unique id of this database, made on first use. */
export async function installationId(db: Db): Promise<string> {
  await db
    .insertInto('installation')
    .defaultValues()
    .onConflict((c) => c.doNothing())
    .execute();
  return (await db.selectFrom('installation').select('id').executeTakeFirstOrThrow()).id;
}

/** Whether this database once left its mark in its storage, and has uploads there. */
export async function knowsStorage(db: Db): Promise<boolean> {
  const row = await db
    .selectFrom('installation')
    .select('storage_marked_at')
    .where('storage_marked_at', 'is not', null)
    .where(({ exists, selectFrom }) => exists(selectFrom('media').select('id')))
    .executeTakeFirst();
  return row !== undefined;
}

export const saveStorageMarked = (db: Db, at: Date) =>
  db
    .updateTable('installation')
    .set({ storage_marked_at: at })
    .where('storage_marked_at', 'is', null)
    .execute();

export function toMedia(row: ListedMedia): Media {
  const { id, kind, alt, width, height, status, error, widths, fileName } = row;
  const { originalName, sizeBytes, createdAt } = row;
  const [smallest = width] = widths;
  const file = `/${kind === 'video' ? 'media' : 'files'}/${id}/${fileName}`;
  return {
    ...isoMoments({ id, kind, alt, width, height, status, error, originalName, sizeBytes, createdAt }),
    url: kind === 'image' ? `/media/${id}/${widths.at(-1) ?? width}.jpg` : file,
    thumb: kind === 'image' ? `/media/${id}/${smallest}.jpg` : null,
  };
}

/** Images by media URL, without those from elsewhere, unknown or still processing. */
export async function imagesByUrl(db: Db, urls: string[]): Promise<Map<string, ImageData>> {
  const ids = [...new Set(urls.map(parseMediaId).filter((id) => id !== null))];
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('media')
    .selectAll()
    .where('id', 'in', ids)
    .where('kind', '=', 'image')
    .where('status', '=', 'ready')
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  const images = new Map<string, ImageData>();
  for (const url of urls) {
    const row = byId.get(parseMediaId(url) ?? '');
    if (!row || row.width === null || row.height === null) continue;
    const { alt, width, height, widths, blur_data_url: blur } = row;
    images.set(url, { src: `/media/${row.id}/${widths.at(-1)}.jpg`, alt, width, height, widths, blur });
  }
  return images;
}
