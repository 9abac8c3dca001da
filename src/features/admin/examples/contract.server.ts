import Type, { type Static } from 'typebox';
import { field, optional } from '../../../platform/http/fields.server.ts';
import { body, type Sent } from '../../../platform/http/shapes.server.ts';
import { maxIds, noObject } from '../calls/contract.server.ts';
import { type ExampleTable, exampleTables } from './tables.ts';

const count = Type.Integer({ minimum: 0 });
const tableName = Type.Enum([...exampleTables]);
const rowId = Type.Union([Type.String(), Type.Integer()]);

export const exampleListSchema = Type.Object({
  tables: Type.Array(
    Type.Object({
      table: tableName,
      title: Type.String(),
      ids: Type.Array(rowId, { maxItems: maxIds }),
    }),
    { description: 'Tables that have examples; at most 1,000 ids of each' },
  ),
});
export type ExampleList = Static<typeof exampleListSchema>;

export const claimRequest = body(
  {
    table: field<ExampleTable>(tableName, 'Choose a table that has examples'),
    ids: field<(string | number)[]>(
      Type.Array(rowId, { minItems: 1, maxItems: maxIds }),
      'Choose from 1 to 1,000 rows',
    ),
  },
  { noObject },
);
export type ClaimRequest = Sent<typeof claimRequest>;

export const claimedSchema = Type.Object({ changed: count });
export type ExamplesClaimed = Static<typeof claimedSchema>;

export const removeRequest = body(
  {
    tables: optional(
      field<ExampleTable[]>(Type.Array(tableName, { minItems: 1 }), 'Choose tables that have examples'),
    ),
  },
  { noObject },
);
export type RemoveRequest = Sent<typeof removeRequest>;

export const removedSchema = Type.Object({
  removed: count,
  kept: Type.Array(Type.Object({ table: Type.String(), id: rowId, why: Type.String() })),
  undo: Type.String({ description: 'An address to POST to' }),
});
export type ExamplesRemoved = Static<typeof removedSchema>;

export const restoredSchema = Type.Object({ restored: count });
export type ExamplesRestored = Static<typeof restoredSchema>;
