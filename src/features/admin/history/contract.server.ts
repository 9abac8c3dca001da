import Type, { type Static } from 'typebox';
import { choice, described, optional } from '../../../platform/http/fields.server.ts';
import { query, type Sent } from '../../../platform/http/shapes.server.ts';
import type { Value } from '../schema/table.ts';

const text = Type.String();

const historyEntrySchema = Type.Object({
  id: text,
  action: Type.Enum(['create', 'update', 'delete', 'restore', 'import']),
  at: text,
  by: text,
  changes: Type.Record(
    text,
    Type.Object({
      before: Type.Unsafe<Value>({ description: 'null where there was no row' }),
      after: Type.Unsafe<Value>({ description: 'null where there is no row' }),
    }),
  ),
});
export type HistoryEntry = Static<typeof historyEntrySchema>;
export type HistoryAction = HistoryEntry['action'];

export const historySchema = Type.Object({ data: Type.Array(historyEntrySchema) });
export type HistoryList = Static<typeof historySchema>;

export type VersionSide = 'before' | 'after';

export const restoreQuery = query({
  side: described(
    'after, if left out',
    optional(choice<VersionSide>(['before', 'after'], 'side must be before or after'), 'after'),
  ),
});
export type RestoreParams = Sent<typeof restoreQuery>;
