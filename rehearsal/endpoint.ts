import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';

/** An address that follows the primary, as the endpoint of a provider or a virtual address does. */
export interface Endpoint {
  /** Ends every connection, and passes the next ones on to another port of this machine. */
  leadTo(port: number): void;
  stop(): Promise<void>;
}

export async function openEndpoint(port: number, target: number): Promise<Endpoint> {
  let leadsTo = target;
  const sockets = new Set<Socket>();
  const watch = (socket: Socket, other: Socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => {
      sockets.delete(socket);
      other.destroy();
    });
  };
  const server = createServer((incoming) => {
    const outgoing = connect(leadsTo, 'localhost');
    watch(incoming, outgoing);
    watch(outgoing, incoming);
    incoming.pipe(outgoing).pipe(incoming);
  });
  server.listen(port, 'localhost');
  await once(server, 'listening');
  const cut = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    leadTo(next) {
      leadsTo = next;
      cut();
    },
    async stop() {
      server.close();
      cut();
    },
  };
}
