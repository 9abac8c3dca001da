import { createSocket } from 'node:dgram';
import { once } from 'node:events';

const [CNAME, TXT] = [5, 16];
const headerBytes = 12;

export interface NameAnswer {
  /** RFC 1035, 4.1.1: 0, no error; 2, server failure; 3, no such name; 5, refused. */
  code?: number;
  /** The strings of each record. */
  txt?: string[][];
  /** The name that the queried one is an alias of, which has the records. */
  alias?: string;
  /** Whether the name server says nothing at all. */
  isSilent?: boolean;
}

/** Opens a name server whose answers to queries for TXT records, by name, can also be wrong or missing. */
export async function openNameServer(answers: Readonly<Record<string, NameAnswer>>) {
  const socket = createSocket('udp4');
  socket.on('message', (query, { address, port }) => {
    const answer = answers[queriedName(query)] ?? { code: 3 };
    if (!answer.isSilent) socket.send(response(query, answer), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise<void>((done) => socket.close(() => done())),
  };
}

function queriedName(query: Buffer): string {
  const labels: string[] = [];
  for (let at = headerBytes; query[at]; at += 1 + (query[at] ?? 0))
    labels.push(query.toString('latin1', at + 1, at + 1 + (query[at] ?? 0)));
  return labels.join('.').toLowerCase();
}

const encodeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

function record(owner: Buffer, type: number, data: Buffer): Buffer {
  const head = Buffer.alloc(10);
  head.writeUInt16BE(type, 0);
  head.writeUInt16BE(1, 2);
  head.writeUInt32BE(1, 4);
  head.writeUInt16BE(data.length, 8);
  return Buffer.concat([owner, head, data]);
}

function response(query: Buffer, { code = 0, txt = [], alias }: NameAnswer): Buffer {
  const end = query.indexOf(0, headerBytes) + 5;
  const name = query.subarray(headerBytes, end - 4);
  const owner = alias ? encodeName(alias) : name;
  const texts = txt.map((strings) =>
    record(
      owner,
      TXT,
      Buffer.concat(strings.map((text) => Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]))),
    ),
  );
  const records = alias ? [record(name, CNAME, owner), ...texts] : texts;
  const header = Buffer.from(query.subarray(0, headerBytes));
  header.writeUInt16BE(0x8180 | code, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(records.length, 6);
  header.writeUInt32BE(0, 8);
  return Buffer.concat([header, query.subarray(headerBytes, end), ...records]);
}
