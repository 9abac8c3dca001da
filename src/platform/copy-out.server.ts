import { Readable } from 'node:stream';
import type pg from 'pg';
import { isSteady } from './reusable-buffer-socket.server.ts';

const messages = {
  begun: 'H'.charCodeAt(0),
  row: 'd'.charCodeAt(0),
  done: 'c'.charCodeAt(0),
  failed: 'E'.charCodeAt(0),
};
const headLength = 5;
const [cr, lf] = [13, 10];
const nothing = Buffer.alloc(0);

/** Rows are handed on in parts of this size: PostgreSQL sends 8 KB at a time, and each part costs as much as its bytes. */
const partBytes = 64 * 1024;
/**
 * Short-lived objects of 32 KB that go with each two parts, twice their size. Parts lie outside of JavaScript's heap, and
 * what lies there is freed only when the heap is collected: without young objects that fill it, the whole heap would be
 * walked every few megabytes, which costs more than the export and holds everybody up for up to a tenth of a second.
 */
const [ballastBlocks, ballastLength] = [8, 4096];
const ballast: unknown[] = [];

/**
 * The rows of `COPY … TO STDOUT (FORMAT csv)` as bytes, each row ended by CR LF as RFC 4180 has it. A million rows a
 * second leave no time for an object each, so the protocol's messages are taken off the socket here: each is one row
 * (PostgreSQL 18, section 54.2.7) and ends in a line feed. What a `steadySocket` reads is not even kept.
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
  #head: Buffer = nothing;
  /** Bytes that are missing of the present message; `#isRow` says whether they are a row's. */
  #missing = 0;
  #isRow = false;
  /** The part that is being gathered, and how much of it there is. */
  #part: Buffer = nothing;
  #gathered = 0;

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
    if (isSteady(stream)) stream.lends = true;
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
    this.#makeRoom(chunk.length + 1);
    let at = 0;
    while (at < chunk.length) {
      if (this.#missing === 0) {
        const head = this.#head.length > 0 ? Buffer.concat([this.#head, chunk.subarray(at)]) : null;
        const source = head ?? chunk;
        const start = head ? 0 : at;
        const code = source[start];
        if (code === messages.failed || code === messages.done) {
          this.#handOn();
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
        this.#head = nothing;
        if (this.#isRow) this.rowCount += 1;
        else if (code === messages.begun) {
          this.push(this.#header);
          this.emit('started');
        }
      }
      const length = Math.min(this.#missing, chunk.length - at);
      if (this.#isRow) this.#gathered += chunk.copy(this.#part, this.#gathered, at, at + length);
      this.#missing -= length;
      at += length;
      if (this.#isRow && this.#missing === 0 && length > 0) {
        this.#part[this.#gathered - 1] = cr;
        this.#part[this.#gathered] = lf;
        this.#gathered += 1;
      }
    }
    if (this.#gathered >= partBytes && !this.#handOn()) this.#connection?.stream.pause();
  };

  #makeRoom(bytes: number): void {
    if (this.#part.length - this.#gathered >= bytes) return;
    const roomier = Buffer.allocUnsafeSlow(this.#gathered + Math.max(bytes, 2 * partBytes));
    for (let block = 0; block < ballastBlocks; block += 1) ballast[0] = new Array(ballastLength);
    this.#part.copy(roomier, 0, 0, this.#gathered);
    this.#part = roomier;
  }

  /** @returns whether more is wanted */
  #handOn(): boolean {
    if (this.#gathered === 0) return true;
    const rows = this.#part.subarray(0, this.#gathered);
    this.#part = this.#part.subarray(this.#gathered);
    this.#gathered = 0;
    return this.push(rows);
  }

  /** The rest of the answer is the driver's. */
  #end(rest: Buffer): void {
    const parse = this.#parser;
    this.#giveBack();
    parse?.(Buffer.from(rest));
  }

  #giveBack(): void {
    const stream = this.#connection?.stream;
    if (stream && isSteady(stream)) stream.lends = false;
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
