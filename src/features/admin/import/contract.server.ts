import Type, { type Static } from 'typebox';
import { described, flagText, optional } from '../../../platform/http/fields.server.ts';
import { query, type Sent } from '../../../platform/http/shapes.server.ts';
import { rowEffectSchema } from '../calls/contract.server.ts';
import type { Value } from '../schema/table.ts';

const text = Type.String();
const count = Type.Integer({ minimum: 0 });

export const importQuery = query({
  commit: described('Whether to write', optional(flagText('commit must be true or false'), false)),
});
export type ImportParams = Sent<typeof importQuery>;

const importProblemSchema = Type.Object({
  line: Type.Integer({
    minimum: 1,
    description: 'The line of the file; line 1 has the names of the columns',
  }),
  field: Type.Optional(text),
  message: text,
});
export type ImportProblem = Static<typeof importProblemSchema>;

export const importReportSchema = Type.Object({
  rows: count,
  creates: count,
  updates: count,
  errorCount: count,
  unknownColumns: Type.Array(text),
  ignoredColumns: Type.Array(text, { description: 'Known, but not for hosts to set' }),
  errors: Type.Array(importProblemSchema, { description: 'The first 200' }),
  effect: { ...rowEffectSchema, description: 'What the rows would do, as for a change of rows' },
  preview: Type.Array(Type.Record(text, Type.Unsafe<Value>({})), {
    description: 'The first 20 rows as they would be',
  }),
});
export type ImportReport = Static<typeof importReportSchema>;
