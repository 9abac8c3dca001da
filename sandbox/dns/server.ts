import { createSocket } from 'node:dgram';
import { once } from 'node:events';

/** TXT records by name, in lower case. */
export type Names = Map<string, string[]>;

const TXT = 16;
const NO_SUCH_NAME = 3;
const HEADER_BYTES = 12;

/** Answers DNS queries for TXT records over UDP on this machine, from records that tests have set. */
export async function listenForNames(names: Names, port: number) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port: from }) => {
    const answer = answerTo(query, names);
    if (answer) socket.send(answer, from, address);
  });
  socket.on('error', () => {});
  socket.bind(port, '127.0.0.1');
  await once(socket, 'listening');
  socket.unref();
  let closing: Promise<unknown> | undefined;
  return {
    address: `127.0.0.1:${socket.address().port}`,
    async close() {
      closing ??= Promise.all([once(socket, 'close'), socket.close()]);
      await closing;
    },
  };
}

/** RFC 1035, section 4; null for what is no question. */
function answerTo(query: Buffer, names: Names): Buffer | null {
  if (query.length < HEADER_BYTES || query.readUInt16BE(4) < 1) return null;
  const labels: string[] = [];
  let at = HEADER_BYTES;
  while (at < query.length && query[at] !== 0) {
    const length = query[at] ?? 0;
    if (length > 63) return null;
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += 1 + length;
  }
  const end = at + 5;
  if (end > query.length) return null;
  const name = labels.join('.').toLowerCase();
  const texts = query.readUInt16BE(at + 1) === TXT ? (names.get(name) ?? []) : [];
  const header = Buffer.from(query.subarray(0, HEADER_BYTES));
  header.writeUInt16BE(0x8180 | (names.has(name) ? 0 : NO_SUCH_NAME), 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(texts.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(HEADER_BYTES, end), ...texts.map(record)]);
}

/** A record of the name that the question has, whose text comes in parts of at most 255 bytes. */
function record(text: string): Buffer {
  const bytes = Buffer.from(text);
  const parts: Buffer[] = [];
  for (let start = 0; start === 0 || start < bytes.length; start += 255) {
    const part = bytes.subarray(start, start + 255);
    parts.push(Buffer.from([part.length]), part);
  }
  const data = Buffer.concat(parts);
  const head = Buffer.alloc(12);
  head.writeUInt16BE(0xc000 | HEADER_BYTES, 0);
  head.writeUInt16BE(TXT, 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt32BE(1, 6);
  head.writeUInt16BE(data.length, 10);
  return Buffer.concat([head, data]);
}
