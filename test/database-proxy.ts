import { once } from 'node:events';
import net from 'node:net';

export interface DatabaseProxy {
  /** The URL of the database through the proxy. */
  url: string;
  /** Breaks every connection and rejects new ones. */
  cut(): void;
  /** Keeps every connection and lets nothing through any more, as a host that is gone without a word; new ones work. */
  freeze(): void;
  /** Lets new connections through again, to the database that is there now. */
  restore(databaseUrl?: string): void;
  /** Swallows notifications, as a pooler between transactions does. */
  dropNotifications(): void;
  close(): Promise<void>;
}

const notification = 'A'.charCodeAt(0);
const headLength = 5;

/** A connection to the database that fails on demand. */
export async function openDatabaseProxy(databaseUrl: string): Promise<DatabaseProxy> {
  let target = new URL(databaseUrl);
  const pairs = new Set<[net.Socket, net.Socket]>();
  let isCut = false;
  let dropsNotifications = false;

  const server = net.createServer((client) => {
    if (isCut) return client.destroy();
    const upstream = net.connect(Number(target.port), target.hostname);
    const pair: [net.Socket, net.Socket] = [client, upstream];
    pairs.add(pair);
    client.pipe(upstream);
    const passOn = withoutNotifications((message) => client.write(message));
    upstream.on('data', (chunk: Buffer) => (dropsNotifications ? passOn(chunk) : client.write(chunk)));
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        pairs.delete(pair);
        for (const end of pair) end.destroy();
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  // The tests' server is reached by a socket, if the URL names one.
  url.search = '';
  url.host = `127.0.0.1:${(server.address() as net.AddressInfo).port}`;

  const breakAll = () => {
    for (const [client] of pairs) client.destroy();
  };
  return {
    url: url.href,
    cut() {
      isCut = true;
      breakAll();
    },
    freeze() {
      for (const [client, upstream] of pairs) {
        client.unpipe(upstream);
        upstream.removeAllListeners('data').resume();
      }
    },
    restore(newUrl = target.href) {
      target = new URL(newUrl);
      isCut = false;
    },
    dropNotifications() {
      dropsNotifications = true;
    },
    async close() {
      breakAll();
      server.close();
      await once(server, 'close');
    },
  };
}

/** Takes the server's bytes apart into messages and hands on all but notifications; for connections without TLS. */
function withoutNotifications(handOn: (message: Buffer) => void): (chunk: Buffer) => void {
  let rest: Buffer = Buffer.alloc(0);
  return (chunk) => {
    rest = Buffer.concat([rest, chunk]);
    while (rest.length >= headLength) {
      const length = 1 + rest.readUInt32BE(1);
      if (rest.length < length) return;
      if (rest[0] !== notification) handOn(rest.subarray(0, length));
      rest = rest.subarray(length);
    }
  };
}
