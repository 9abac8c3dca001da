import type pg from 'pg';
import { batch } from '../../../platform/batch.server.ts';
import type { Row } from '../schema/table.ts';
import type { Table } from '../schema/tables.server.ts';
import { insertRow, insertRows, type NewRow } from './store.server.ts';

/** Rows that one statement adds at most. */
const batchSize = 50;

type Add = (row: NewRow) => Promise<Row>;
const adders = new WeakMap<pg.Pool, WeakMap<Table, Add>>();

/**
 * Adds a row with its entry in the history. Rows of one table that come while a statement is under way go into the next
 * one together; each is stored when its answer comes, and is refused for its own mistakes alone.
 */
export function addTogether(pool: pg.Pool, table: Table, row: NewRow): Promise<Row> {
  const ofPool = adders.get(pool) ?? new WeakMap<Table, Add>();
  const add = ofPool.get(table) ?? batch((rows: NewRow[]) => addAll(pool, table, rows), batchSize);
  adders.set(pool, ofPool.set(table, add));
  return add(row);
}

async function addAll(pool: pg.Pool, table: Table, rows: NewRow[]): Promise<PromiseSettledResult<Row>[]> {
  const [first] = rows;
  if (rows.length === 1 && first) return Promise.allSettled([insertRow(pool, table, first)]);
  try {
    const made = await insertRows(pool, table, rows);
    return made.map((value) => ({ status: 'fulfilled', value }));
  } catch (error) {
    if (!isUndone(error)) throw error;
    return Promise.allSettled(rows.map((row) => insertRow(pool, table, row)));
  }
}

/** Whether it is certain that nothing was stored: an ERROR undoes its statement; a connection that broke tells nothing. */
const isUndone = (error: unknown): boolean => (error as { severity?: unknown }).severity === 'ERROR';
