import { once } from 'node:events';
import { pipeline, Readable, Transform } from 'node:stream';
import pLimit from 'p-limit';
import type pg from 'pg';
import { canReserve, reserveConnection } from '../../../db/reserved-connections.server.ts';
import type { Table } from '../../../db/tables.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { byteOrderMark } from '../../../shared/csv.ts';
import { AppError } from '../../../shared/errors.ts';
import type { RowSelection } from '../query/parse-query.server.ts';
import {
  copyRows,
  type ExportConnection,
  exportSql,
  openExportConnection,
  terminateExport,
} from './store.server.ts';

const limit = pLimit(3);

/**
 * Streams one snapshot of the selected rows as CSV until the browser disconnects.
 * @param userId for the log
 * @throws AppError `tooMany`
 */
export async function exportRows(
  ctx: Ctx,
  userId: string,
  table: Table,
  selection: RowSelection,
): Promise<ReadableStream<Uint8Array>> {
  const { databaseUrl } = ctx.settings;
  const release = await enter(ctx);
  const { text, settings } = exportSql(table, selection);
  const startedAt = performance.now();
  let connection: ExportConnection | undefined;
  try {
    connection = await openExportConnection(databaseUrl, settings);
    const connected = connection;
    const rows = copyRows(connection.client, text);
    const csv = pipeline(rows, crlfRecords(), async (err) => {
      await close(ctx, connected, !err);
      release();
      const durationMs = Math.round(performance.now() - startedAt);
      const entry = { event: 'export', userId, table: table.name, rows: rows.rowCount, durationMs };
      if (err) ctx.log.warn({ ...entry, err }, 'export aborted');
      else ctx.log.info({ ...entry, complete: true }, 'rows were exported');
    });
    await once(csv, 'readable');
    return Readable.toWeb(csv, { strategy: { highWaterMark: 2 } }) as ReadableStream<Uint8Array>;
  } catch (error) {
    if (!connection) release();
    throw error;
  }
}

/** Takes a place among the exports, and a connection from the pool. @returns gives both back @throws AppError `tooMany` */
async function enter({ pool }: Ctx): Promise<() => void> {
  if (limit.activeCount + limit.pendingCount >= limit.concurrency || !canReserve(pool)) {
    const message =
      'As many exports or backups are running already as the database has connections for. Please try again in a minute.';
    throw new AppError('tooMany', message, { retryAfterSeconds: 60 });
  }
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  void limit(() => ended);
  try {
    const giveBack = await reserveConnection(pool);
    return () => {
      giveBack();
      end();
    };
  } catch (error) {
    end();
    throw error;
  }
}

/** COPY sends 8 KB at a time, and each chunk costs as much as its bytes. */
const chunkBytes = 64 * 1024;

/** Begins with the byte order mark, and ends records with CR LF (RFC 4180) where COPY has a bare LF outside quotes. */
function crlfRecords(): Transform {
  let isQuoted = false;
  let pending = Buffer.from(byteOrderMark).toString('latin1');
  return new Transform({
    readableHighWaterMark: 4 * chunkBytes,
    // Latin-1 keeps every byte as it is.
    transform(chunk: Buffer, _encoding, done) {
      for (const [at, part] of chunk.toString('latin1').split('"').entries()) {
        if (at > 0) {
          pending += '"';
          isQuoted = !isQuoted;
        }
        pending += isQuoted ? part : part.replaceAll('\n', '\r\n');
      }
      if (pending.length < chunkBytes) return done();
      const bytes = Buffer.from(pending, 'latin1');
      pending = '';
      done(null, bytes);
    },
    flush(done) {
      done(null, Buffer.from(pending, 'latin1'));
    },
  });
}

/** Closes a connection; the statement of an unfinished one is ended. Never rejects. */
async function close(ctx: Ctx, { client, processId }: ExportConnection, isDone: boolean): Promise<void> {
  if (isDone) return client.end().catch(() => {});
  const { connection } = client as pg.Client & { connection: pg.Connection };
  connection.stream.destroy();
  await terminateExport(ctx.pool, processId).catch(() => {});
}
