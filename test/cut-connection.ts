import { once } from 'node:events';
import net from 'node:net';

/** Whether a connection breaks before the database hears of a statement, or after it carried it out. */
export type Cut = 'before' | 'after';

interface CuttingProxy {
  /** The URL of the database through this proxy. */
  url: string;
  /** Cuts the connection that sends this next. */
  cutNext(statement: RegExp, cut: Cut): void;
  close(): Promise<void>;
}

/** Stands between the site and its database, and cuts a connection at the moment of a statement. */
export async function cuttingProxy(databaseUrl: string): Promise<CuttingProxy> {
  const database = new URL(databaseUrl);
  let next: { statement: RegExp; cut: Cut } | undefined;
  const sockets = new Set<net.Socket>();
  const server = net.createServer((client) => {
    const upstream = net.connect(Number(database.port), database.hostname);
    let isCut = false;
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on('error', () => {});
    }
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    client.on('close', end);
    upstream.on('close', end);
    client.on('data', (data) => {
      if (next?.statement.test(data.toString('latin1'))) {
        isCut = true;
        const { cut } = next;
        next = undefined;
        if (cut === 'before') return end();
      }
      upstream.write(data);
    });
    upstream.on('data', (data) => (isCut ? end() : client.write(data)));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const url = new URL(databaseUrl);
  // The tests' server is reached by a socket, if the URL names one.
  url.search = '';
  url.hostname = '127.0.0.1';
  url.port = String((server.address() as net.AddressInfo).port);
  return {
    url: url.href,
    cutNext(statement, cut) {
      next = { statement, cut };
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
