import { Readable } from 'node:stream';
import type pg from 'pg';

const messages = {
  begun: 'H'.charCodeAt(0),
  row: 'd'.charCodeAt(0),
  done: 'c'.charCodeAt(0),
  failed: 'E'.charCodeAt(0),
};
const headLength = 5;
const [cr, lf] = [13, 10];

/**
 * The rows of `COPY … TO STDOUT (FORMAT csv)` as bytes, each row ended by CR LF as RFC 4180 has it. A million rows a second leave no time for an object each, so the protocol's messages are taken off
 * the socket here: each is one row (PostgreSQL 18, section 54.2.7) and ends in a line feed.
 *
 * The connection is read only as fast as the rows are taken. It emits `started` once the server has begun to answer.
 */
class CopyRows extends Readable {
  /** Rows that have been sent, known when the stream ends. */
  rowCount = 0;
  readonly #sql: string;
  #connection: pg.Connection | undefined;
  #parser: ((chunk: Buffer) => void) | undefined;
  /** The beginning of a message's head that ended with a chunk. */
  #head: Buffer = Buffer.alloc(0);
  /** Bytes that are missing of the present message; `#isRow` says whether they are a row's. */
  #missing = 0;
  #isRow = false;

  readonly #header: string;

  /** @param header what comes before the rows */
  constructor(sql: string, header: string) {
    super({ highWaterMark: 256 * 1024 });
    this.#sql = sql;
    this.#header = header;
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection;
    const { stream } = connection;
    this.#parser = stream.listeners('data')[0] as (chunk: Buffer) => void;
    stream.off('data', this.#parser);
    stream.on('data', this.#take);
    connection.query(this.#sql);
  }

  override _read(): void {
    this.#connection?.stream.resume();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#giveBack();
    done(error);
  }

  readonly #take = (chunk: Buffer): void => {
    const rows = Buffer.allocUnsafe(chunk.length + headLength);
    let written = 0;
    let at = 0;
    while (at < chunk.length) {
      if (this.#missing === 0) {
        const head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk.subarray(at)]) : null;
        const source = head ?? chunk;
        const start = head ? 0 : at;
        const code = source[start];
        if (code === messages.failed || code === messages.done) {
          if (written > 0) this.push(rows.subarray(0, written));
          this.#end(source.subarray(start));
          return;
        }
        if (source.length - start < headLength) {
          this.#head = Buffer.from(source.subarray(start));
          break;
        }
        this.#missing = source.readUInt32BE(start + 1) - 4;
        this.#isRow = code === messages.row;
        at += headLength - this.#head.length;
        this.#head = Buffer.alloc(0);
        if (this.#isRow) this.rowCount += 1;
        else if (code === messages.begun) {
          this.push(this.#header);
          this.emit('started');
        }
      }
      const length = Math.min(this.#missing, chunk.length - at);
      if (this.#isRow) written += chunk.copy(rows, written, at, at + length);
      this.#missing -= length;
      at += length;
      if (this.#isRow && this.#missing === 0 && length > 0) {
        rows[written - 1] = cr;
        rows[written] = lf;
        written += 1;
      }
    }
    if (written > 0 && !this.push(rows.subarray(0, written))) this.#connection?.stream.pause();
  };

  /** The rest of the answer is the driver's. */
  #end(rest: Buffer): void {
    const parse = this.#parser;
    this.#giveBack();
    parse?.(Buffer.from(rest));
  }

  #giveBack(): void {
    const stream = this.#connection?.stream;
    stream?.off('data', this.#take);
    if (this.#parser) stream?.on('data', this.#parser);
    this.#parser = undefined;
    stream?.resume();
  }

  handleCommandComplete(): void {}

  handleCopyData(): void {}

  handleError(error: Error): void {
    this.destroy(error);
  }

  handleReadyForQuery(): void {
    this.push(null);
  }
}

/** Begins to copy over a connection that does nothing else until the rows have ended. */
export const copyRows = (client: pg.ClientBase, sql: string, header = ''): CopyRows =>
  client.query(new CopyRows(sql, header));
