import { once } from 'node:events';
import net from 'node:net';

/** The behaviour of a mail server in a test. */
export interface MailServerOptions {
  /** Accepts connections and never responds. */
  silent?: boolean;
  /** Never responds to mail for these addresses. */
  hangsFor?: string[];
  /** How long it takes over each mail. */
  delayMs?: number;
  /** Responds so to these recipients. */
  refuses?: Record<string, string>;
}

export interface TestMailServer {
  url: string;
  /** The recipient of each mail that was taken, in order. */
  taken: string[];
  /** The source of each of them. */
  raw: string[];
  /** The recipients of mails without a response. */
  hanging: string[];
  connections(): number;
  close(): Promise<void>;
}

/** A mail server that misbehaves on purpose. */
export async function openMailServer({
  silent = false,
  hangsFor = [],
  delayMs = 0,
  refuses = {},
}: MailServerOptions = {}): Promise<TestMailServer> {
  const taken: string[] = [];
  const raw: string[] = [];
  const hanging: string[] = [];
  const sockets = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    socket.on('close', () => sockets.delete(socket));
    socket.setEncoding('utf8');
    if (silent) return void socket.resume();
    let recipient = '';
    let isData = false;
    let message: string[] = [];
    let text = '';
    const reply = (line: string) => socket.write(`${line}\r\n`);
    const obey = (line: string) => {
      if (isData) {
        if (line !== '.') return void message.push(line.replace(/^\.\./, '.'));
        isData = false;
        if (hangsFor.includes(recipient)) hanging.push(recipient);
        else {
          taken.push(recipient);
          raw.push(message.join('\r\n'));
          setTimeout(reply, delayMs, '250 taken');
        }
      } else if (/^EHLO/i.test(line)) reply('250 mail.test');
      else if (/^RCPT/i.test(line)) {
        recipient = /<([^>]*)>/.exec(line)?.[1] ?? '';
        reply(refuses[recipient] ?? '250 ok');
      } else if (/^DATA/i.test(line)) {
        isData = true;
        message = [];
        reply('354 go on');
      } else if (/^QUIT/i.test(line)) socket.end('221 bye\r\n');
      else reply('250 ok');
    };
    socket.on('data', (chunk) => {
      text += chunk;
      const lines = text.split('\r\n');
      text = lines.pop() ?? '';
      for (const line of lines) obey(line);
    });
    reply('220 mail.test');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as net.AddressInfo).port}`,
    taken,
    raw,
    hanging,
    connections: () => sockets.size,
    async close() {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}
