import { type RawBuilder, sql } from 'kysely';
import { type Actor, moveToTrash } from '../../../db/audited-rows.server.ts';
import type { Db, Tx } from '../../../db/client.server.ts';
import { likePattern } from '../../../db/like-pattern.ts';
import type { TableSchema } from '../../../db/table-schemas.server.ts';
import { type FieldSchema, isMultiline, writableFields } from '../../../shared/forms/schema.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { MediaUse, ParsedLibraryQuery } from '../contract.server.ts';
import { auditedMedia, type ListedMedia } from '../store.server.ts';

type Tables = readonly TableSchema[];

const linkNames = /url|link|media|image|photo|file|document|html|rich_text/;

/** Whether a field may hold the URL of an upload: links, lists of texts, rich texts. */
function mayHoldLinks(name: string, field: FieldSchema): boolean {
  if (field.references || field.enum) return false;
  if (field.type === 'array') return field.items?.type === 'string';
  if (field.type !== 'string') return false;
  return field.format === 'uri' || linkNames.test(name) || isMultiline(name, field);
}

const address = '/(?:media|files)/([0-9a-f-]{36})/';

/** The tables whose rows may refer to an upload: not those that guests write, nor the library's own. */
const tablesOfHosts = (tables: Tables): Tables =>
  tables.filter(({ tableName, schema }) => tableName !== 'media' && !schema.fromGuests);

function everyUse(tables: Tables): RawBuilder<unknown> {
  const places = tablesOfHosts(tables).flatMap(({ tableName, schema }) =>
    writableFields(schema)
      .filter(([name, field]) => mayHoldLinks(name, field))
      .map(([name, field]) => {
        const column = sql.ref(`t.${name}`);
        const text = field.type === 'array' ? sql`array_to_string(${column}, ' ')` : column;
        const label = sql`${sql.ref(`t.${schema.label ?? 'id'}`)}::text`;
        const fieldTitle = field.title ?? name;
        return usesIn(sql.table(tableName), text, {
          tableName,
          title: schema.title,
          label,
          field: name,
          fieldTitle,
        });
      }),
  );
  return sql`${sql.join([...places, usesInDrafts, usesInTurnovers, ...usesInTrash(tables)], sql` union all `)}`;
}

interface UsedPlace {
  tableName: string;
  title: string;
  label: RawBuilder<unknown>;
  field: string;
  fieldTitle: string;
}

const usesIn = (
  table: RawBuilder<unknown>,
  text: RawBuilder<unknown>,
  { tableName, title, label, field, fieldTitle }: UsedPlace,
): RawBuilder<unknown> =>
  sql`select found.id as media_id, ${sql.lit(tableName)} as table_name, ${sql.lit(title)} as title,
      t.id::text as row_id, ${label} as label, ${sql.lit(field)} as field, ${sql.lit(fieldTitle)} as field_title
    from ${table} as t
    cross join lateral (select distinct m[1] as id from regexp_matches(${text}, ${sql.lit(address)}, 'g') m) as found
    where ${text} like '%/media/%' or ${text} like '%/files/%'`;

/** Drafts are stored in no table of the admin. */
const usesInDrafts = usesIn(sql.table('blog_drafts'), sql`t.content::text`, {
  tableName: 'blog_posts',
  title: 'Drafts of posts',
  label: sql`coalesce(t.content ->> 'title', '')`,
  field: 'content',
  fieldTitle: 'Content',
});

/** The field is read-only in the admin, and so not among its writable fields. */
const usesInTurnovers = usesIn(sql.table('turnovers'), sql`array_to_string(t.photos, ' ')`, {
  tableName: 'turnovers',
  title: 'Turnovers',
  label: sql`t.departs_on::text`,
  field: 'photos',
  fieldTitle: 'Photos',
});

/** A row that may be restored still needs its images. */
const usesInTrash = (tables: Tables): RawBuilder<unknown>[] =>
  tablesOfHosts(tables).map(
    ({ tableName, schema }) =>
      sql`select * from (${usesIn(
        sql`(select row_id as id, label, row from deleted_rows where table_name = ${sql.lit(tableName)})`,
        sql`t.row::text`,
        { tableName, title: `${schema.title} (deleted)`, label: sql`t.label`, field: '', fieldTitle: '' },
      )}) as deleted`,
  );

export interface LibraryRow extends ListedMedia {
  uses: number;
}

/** One page, newest first, with the number of uses of each and the total. */
export async function libraryPage(
  db: Db,
  tables: Tables,
  { search, kind, unused, page }: ParsedLibraryQuery,
  limit: number,
): Promise<{ rows: LibraryRow[]; total: number }> {
  const like = search ? likePattern(search) : null;
  const matching = sql`media where (${kind ?? null}::text is null or kind = ${kind ?? null})
    and (${like}::text is null or original_name ilike ${like} or alt ilike ${like})
    and (${!unused} or not exists (select from uses where uses.media_id = media.id::text))`;
  const withUses = sql`with uses as materialized (
    select media_id, count(distinct (table_name, row_id)) as number from (${everyUse(tables)}) as every_use
    group by media_id)`;
  const { rows } = await sql<LibraryRow & { total: number }>`${withUses}
    select id, kind, alt, width, height, status, error, widths, file_name as "fileName",
      original_name as "originalName", size_bytes as "sizeBytes", created_at as "createdAt",
      count(*) over () as total, coalesce(
      (select number from uses where uses.media_id = media.id::text), 0)::int as uses
    from ${matching} order by created_at desc, id desc limit ${limit} offset ${(page - 1) * limit}`.execute(
    db,
  );
  if (rows[0] || page === 1) return { rows, total: rows[0]?.total ?? 0 };
  const counted = await sql<{ total: number }>`${withUses} select count(*) as total from ${matching}`.execute(
    db,
  );
  return { rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findUsages(db: Db, tables: Tables, id: string): Promise<MediaUse[]> {
  const { rows } = await sql<MediaUse>`select table_name as "table", title, row_id as "rowId",
      coalesce(label, row_id) as label, field, field_title as "fieldTitle"
    from (${everyUse(tables)}) as uses where media_id = ${id} order by title, label, row_id, field limit 500`.execute(
    db,
  );
  return rows;
}

/** Moves the unused ones to the trash, audited. @returns their ids */
export async function trashUnused(tx: Tx, tables: Tables, ids: string[], author: Actor): Promise<string[]> {
  const { rows } = await sql<{ id: string; label: string }>`
    select id, original_name as label from media where id = any(${ids}::uuid[])
      and id::text not in (select media_id from (${everyUse(tables)}) as uses)
    for update`.execute(tx);
  const discarded = rows.map(({ id, label }) => ({
    trashId: newId(),
    rowId: id,
    label,
    clearedReferences: [],
  }));
  await moveToTrash(tx, auditedMedia, discarded, author);
  return rows.map(({ id }) => id);
}
