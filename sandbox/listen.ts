import { once } from 'node:events';
import { Server as HttpServer } from 'node:http';
import type { Server } from 'node:net';

const LOOPBACKS = ['127.0.0.1', '::1'];
/** How many free ports are tried. */
const maxAttempts = 10;

/**
 * Makes one server per loopback address listen on the same port; a machine without IPv6 only gets IPv4.
 * Port 0 takes any free port. Returns the port. Rejects with one sentence for people when the port is taken.
 */
export async function listenLocally(create: () => Server, port: number, purpose: string) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await listenOnBoth(create, port, purpose);
    } catch (error) {
      // A port that is free on one address may be taken on the other.
      const { code } = (error as Error).cause as NodeJS.ErrnoException;
      if (port !== 0 || code !== 'EADDRINUSE' || attempt === maxAttempts) throw error;
    }
  }
}

async function listenOnBoth(create: () => Server, port: number, purpose: string) {
  const servers: Server[] = [];
  let chosen = port;
  for (const host of LOOPBACKS) {
    const server = create();
    try {
      server.listen(chosen, host);
      await once(server, 'listening');
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      if (servers.length > 0 && (code === 'EADDRNOTAVAIL' || code === 'EAFNOSUPPORT')) continue;
      await closeAll(servers);
      throw new Error(rejection(code, chosen, purpose), { cause: error });
    }
    servers.push(server);
    const address = server.address();
    if (address && typeof address === 'object') chosen = address.port;
  }
  return { port: chosen, close: () => closeAll(servers) };
}

function rejection(code: string | undefined, port: number, purpose: string): string {
  if (code === 'EADDRINUSE') {
    return `Port ${port} is needed for ${purpose} but another program uses it: stop that program or set PORT to another number.`;
  }
  if (code === 'EACCES') {
    return `Port ${port} is needed for ${purpose} but this user may not open it: set PORT to a number above 1024.`;
  }
  return `Port ${port} could not be opened for ${purpose} (${code ?? 'unknown reason'}): set PORT to another number.`;
}

async function closeAll(servers: Server[]): Promise<void> {
  await Promise.all(
    servers.map((server) => {
      const closed = new Promise((done) => server.close(done));
      if (server instanceof HttpServer) server.closeAllConnections();
      return closed;
    }),
  );
}
