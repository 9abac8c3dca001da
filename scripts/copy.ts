import { Readable, Writable } from 'node:stream';
import type pg from 'pg';

/** PostgreSQL's `COPY` over a connection of `pg`, which hands the protocol's messages to the object given to `query`. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  sendCopyFail(reason: string): void;
  endCopyFrom(): void;
}

/**
 * The rows of a table in COPY's text form, read while the server sends them: `client.query(new CopyOut('copy x to stdout'))`.
 * Ends when the connection is ready for its next query.
 */
export class CopyOut extends Readable {
  readonly #sql: string;
  #connection: pg.Connection | undefined;

  constructor(sql: string) {
    super();
    this.#sql = sql;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    connection.query(this.#sql);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    // The parser uses its memory again for what comes next.
    if (!this.push(Buffer.from(chunk))) this.#connection?.stream.pause();
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    this.push(null);
  }
}

/**
 * Takes rows in COPY's text form into a table: `pipeline(rows, client.query(new CopyIn('copy x from stdin')))`. Finishes
 * when the server has taken them all.
 */
export class CopyIn extends Writable {
  readonly #sql: string;
  readonly #opened = Promise.withResolvers<CopyConnection>();
  readonly #taken = Promise.withResolvers<void>();

  constructor(sql: string) {
    super();
    this.#sql = sql;
    this.#opened.promise.catch(() => {});
    this.#taken.promise.catch(() => {});
  }

  submit(connection: pg.Connection): void {
    connection.query(this.#sql);
  }

  override _write(chunk: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.#send(chunk).then(() => done(), done);
  }

  async #send(chunk: Buffer): Promise<void> {
    const connection = await this.#opened.promise;
    connection.sendCopyFromChunk(chunk);
    if (connection.stream.writableNeedDrain)
      await new Promise((resolve) => connection.stream.once('drain', resolve));
  }

  override _final(done: (error?: Error | null) => void): void {
    this.#opened.promise.then((connection) => connection.endCopyFrom(), done);
    this.#taken.promise.then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    if (error)
      this.#opened.promise.then((connection) => connection.sendCopyFail(error.message)).catch(() => {});
    done(error);
  }

  handleCopyInResponse(connection: CopyConnection): void {
    this.#opened.resolve(connection);
  }

  handleCommandComplete(): void {}

  handleError(error: Error): void {
    this.#opened.reject(error);
    this.#taken.reject(error);
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    this.#taken.resolve();
  }
}
