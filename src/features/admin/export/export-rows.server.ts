import { once } from 'node:events';
import { Readable } from 'node:stream';
import type pg from 'pg';
import type { Table } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { copyRows } from '../../../platform/copy-out.server.ts';
import { steadySocket } from '../../../platform/reusable-buffer-socket.server.ts';
import { AppError } from '../../../shared/errors.ts';
import type { Selection } from '../list/parse-query.server.ts';
import { cancelExport, exportSql, openExportConnection } from './store.server.ts';

/** Exports that one process runs at the same time. */
const atATime = 3;
let running = 0;

/**
 * The selected rows as CSV, a stream that costs no memory to speak of: one statement, so one moment, read as fast as the
 * browser takes it. When the browser goes away, the statement ends.
 * @param userId who asks, for the log
 * @throws AppError `tooMany`
 */
export async function exportRows(
  ctx: Ctx,
  userId: string,
  table: Table,
  selection: Selection,
): Promise<ReadableStream<Uint8Array>> {
  if (running >= atATime) {
    const message = `${atATime} exports are running already. Please try again in a minute.`;
    throw new AppError('tooMany', message, { retryAfterSeconds: 60 });
  }
  running += 1;
  const { text, settings } = exportSql(table, selection);
  let client: pg.Client | undefined;
  try {
    client = await openExportConnection(ctx.settings.databaseUrl, settings, steadySocket);
    const header = `${table.columns.map(({ name }) => name).join(',')}\r\n`;
    const rows = copyRows(client, text, header);
    const from = performance.now();
    await once(rows, 'started');
    const ended = client;
    rows.on('error', (err) => ctx.log.warn({ err, table: table.name, userId }, 'export aborted'));
    rows.once('close', () => {
      running -= 1;
      close(ctx, ended, rows.readableEnded);
      const told = { event: 'export', userId, table: table.name, rows: rows.rowCount };
      const durationMs = Math.round(performance.now() - from);
      ctx.log.info({ ...told, complete: rows.readableEnded, durationMs }, 'rows were exported');
    });
    return Readable.toWeb(rows, { strategy: { highWaterMark: 2 } }) as ReadableStream<Uint8Array>;
  } catch (error) {
    running -= 1;
    if (client) close(ctx, client, false);
    throw error;
  }
}

/** Lets a connection go; one that is still at work is cut off. */
function close(ctx: Ctx, client: pg.Client, isDone: boolean): void {
  const { processID, connection } = client as pg.Client & { processID: number; connection: pg.Connection };
  if (isDone) {
    client.end().catch(() => {});
    return;
  }
  cancelExport(ctx.pool, processID).catch(() => {});
  connection.stream.destroy();
}
