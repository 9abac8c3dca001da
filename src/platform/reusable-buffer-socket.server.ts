import net from 'node:net';

/** A socket that reads into the same memory again and again. */
interface SteadySocket extends net.Socket {
  /** Whether what `data` brings is gone when the listener returns; else each listener gets bytes of its own. */
  lends: boolean;
}

const readBytes = 64 * 1024;

/**
 * A socket for bytes that pass through and are many. Node.js otherwise takes 64 KB of new memory for every reading,
 * however little comes, and collecting that costs more than the reading itself.
 */
export function steadySocket(): SteadySocket {
  const buffer = Buffer.allocUnsafeSlow(readBytes);
  const callback = (length: number): boolean => {
    const bytes = buffer.subarray(0, length);
    socket.emit('data', socket.lends ? bytes : Buffer.from(bytes));
    return true;
  };
  const socket = Object.assign(new net.Socket({ onread: { buffer, callback } }), { lends: false });
  return socket;
}

export const isSteady = (socket: object): socket is SteadySocket => 'lends' in socket;
