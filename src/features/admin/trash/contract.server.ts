import Type, { type Static } from 'typebox';
import { noSuchRow } from '../../../db/tables.server.ts';
import { field } from '../../../platform/http/fields.server.ts';
import { body, query, type Sent } from '../../../platform/http/shapes.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { maxIds, noObject, rowSchema } from '../calls/contract.server.ts';
import { pagingFields, tableParam } from '../query/contract.server.ts';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });

export const trashQuery = query({
  table: tableParam(text, 'Of this table; of all, if left out'),
  ...pagingFields,
});
export type TrashParams = Sent<typeof trashQuery>;

const trashEntrySchema = Type.Object({
  trashId: text,
  table: text,
  rowId: Type.Union([text, Type.Integer()]),
  label: text,
  deletedAt: text,
  deletedBy: text,
  expiresAt: text,
});
export type TrashEntry = Static<typeof trashEntrySchema>;

export const trashPageSchema = Type.Object({ data: Type.Array(trashEntrySchema), total: count });
export type TrashPage = Static<typeof trashPageSchema>;

/** Entries of the trash; `parseTrashId` checks each of them. */
export const restoreRequest = body(
  {
    trashIds: field<unknown[], readonly string[]>(
      Type.Array(Type.Unknown({ description: 'A trashId; 404 for any other' }), {
        minItems: 1,
        maxItems: maxIds,
      }),
      'Choose from 1 to 1,000 rows',
      { isCleaned: true },
    ),
  },
  { ignored: 'unknown', noObject },
);
export type RestoreRequest = Sent<typeof restoreRequest>;

/** @throws AppError `notFound` for what names nothing in any trash */
export function parseTrashId(id: unknown): string {
  if (typeof id === 'string' && isUuid(id)) return id.toLowerCase();
  throw noSuchRow();
}

export const restoredSchema = Type.Object({ restored: count });
export type RestoredRows = Static<typeof restoredSchema>;

export const restoredRowSchema = Type.Object({ row: rowSchema });
