import type pg from 'pg';
import { type Bulkhead, statementGroups, transactionGroups } from './bulkhead.server.ts';

/** This is longer than the server's own timeout, so only an unreachable server reaches it. */
export const readTimeoutMs = 7_000;

export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

/** SQLSTATE of a statement that writes, on a standby or a database that takes no writes. */
const readOnlyState = '25006';

export const isReadOnly = (error: unknown): boolean =>
  (error as { code?: unknown } | null)?.code === readOnlyState;

type RawResult = Pick<pg.QueryResult, 'command' | 'rowCount' | 'rows'>;

const opening = /^(begin|start transaction)\b/;
const closing = /^(commit|rollback)$/;

/**
 * Takes a connection with the first statement, which names its bulkhead groups. Work that begins with another command,
 * such as `set`, gets none of our timeouts.
 */
export class LateConnection {
  readonly #pool: Pick<pg.Pool, 'connect'>;
  readonly #bulkhead: Bulkhead;
  readonly #closeIdle: () => void;
  readonly #readMs: number;
  #begin: string | null = null;
  #connecting: Promise<pg.PoolClient> | null = null;
  #client: pg.PoolClient | null = null;
  #leave: () => void = () => {};
  #isLimited = true;
  #isHung = false;
  #isReadOnly = false;

  constructor(
    pool: Pick<pg.Pool, 'connect'>,
    guard: { bulkhead: Bulkhead; closeIdle: () => void; readMs: number },
  ) {
    this.#pool = pool;
    this.#bulkhead = guard.bulkhead;
    this.#closeIdle = guard.closeIdle;
    this.#readMs = guard.readMs;
  }

  async query(text: string, parameters: readonly unknown[]): Promise<RawResult> {
    if (!this.#connecting && opening.test(text)) {
      this.#begin = text;
      return nothing('SELECT');
    }
    if (!this.#client && closing.test(text)) return nothing(text === 'commit' ? 'COMMIT' : 'ROLLBACK');
    this.#connecting ??= this.#connect(text);
    const client = await this.#connecting;
    return this.#send(client, text, parameters);
  }

  async #connect(first: string): Promise<pg.PoolClient> {
    const groups = this.#begin === null ? statementGroups(first) : transactionGroups(first);
    this.#isLimited = groups.length > 0;
    this.#leave = await this.#bulkhead.enter(groups);
    this.#client = await this.#pool.connect();
    if (this.#begin !== null) await this.#send(this.#client, this.#begin, []);
    return this.#client;
  }

  async #send(client: pg.PoolClient, text: string, parameters: readonly unknown[]): Promise<RawResult> {
    if (this.#isHung) throw new Error('Connection terminated: it did not answer in time');
    const config = { text, values: [...parameters], query_timeout: this.#isLimited ? this.#readMs : 0 };
    try {
      return await client.query(config);
    } catch (error) {
      this.#isHung = isReadTimeout(error);
      this.#isReadOnly = isReadOnly(error);
      if (this.#isHung || this.#isReadOnly) this.#closeIdle();
      throw error;
    }
  }

  release(discard = false): void {
    this.#client?.release(discard || this.#isHung || this.#isReadOnly);
    this.#leave();
  }
}

const nothing = (command: 'SELECT' | 'COMMIT' | 'ROLLBACK'): RawResult => ({
  command,
  rowCount: 0,
  rows: [],
});
