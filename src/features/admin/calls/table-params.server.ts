import { getTable, parseRowId, type Table } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { RowId } from '../../../shared/forms/schema.ts';

/** @throws AppError `notFound` */
export const tableIn = ({ ctx, params }: { ctx: Ctx; params: { table: string } }): Table =>
  getTable(ctx.tables, params.table);

/** @throws AppError `notFound`, also for what cannot be an id of the table */
export function rowIn(request: { ctx: Ctx; params: { table: string; id: string } }): {
  table: Table;
  id: RowId;
} {
  const table = tableIn(request);
  return { table, id: parseRowId(table, request.params.id) };
}
