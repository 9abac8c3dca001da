/** What Node.js' own servers are made of. */
interface TcpHandle {
  fd: number;
  bind(address: string, port: number): number;
}

interface TcpBinding {
  TCP: new (kind: number) => TcpHandle;
  constants: { SERVER: number };
}

const held: TcpHandle[] = [];

/**
 * A socket that this process has bound and never accepts from, as systemd holds the one of a socket unit. Its queue of
 * connections outlives the processes it is passed to. Node.js has no public way to it: every server of its accepts.
 */
export function boundSocket({ host, port }: { host: string; port: number }): { fd: number } {
  const { binding } = process as unknown as { binding(name: 'tcp_wrap'): TcpBinding };
  const { TCP, constants } = binding('tcp_wrap');
  const handle = new TCP(constants.SERVER);
  const problem = handle.bind(host, port);
  if (problem !== 0) throw new Error(`Port ${port} could not be bound (${problem}).`);
  held.push(handle);
  return handle;
}
