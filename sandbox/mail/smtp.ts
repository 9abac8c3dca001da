import { createServer, type Socket } from 'node:net';
import type { SMTPServer } from 'smtp-server';
import { listenLocally } from '../listen.ts';
import type { Mailbox } from './mailbox.ts';

const MAX_MESSAGE_BYTES = 30 * 1024 * 1024;

/** Listens for mail on the loopback addresses and puts all of it into the mailbox. The server itself loads at first use. */
export async function listenForMail(open: () => Promise<Mailbox>, port: number, log: (line: string) => void) {
  const sockets = new Set<Socket>();
  let server: Promise<SMTPServer> | undefined;
  const greet = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    server ??= open().then((mailbox) => createMailServer(mailbox, log));
    server.then((smtp) => smtp.connect(socket)).catch(() => socket.destroy());
  };
  const listening = await listenLocally(
    () => createServer({ noDelay: true }, greet),
    port,
    'the stand-in mail server',
  );
  return {
    port: listening.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await listening.close();
    },
  };
}

async function createMailServer(mailbox: Mailbox, log: (line: string) => void): Promise<SMTPServer> {
  const { SMTPServer } = await import('smtp-server');
  const smtp = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    size: MAX_MESSAGE_BYTES,
    banner: 'stand-in mailbox, nothing is delivered',
    onMailFrom(_address, _session, done) {
      done(mailbox.refuse ? rejection(451, 'Mail is refused for now, try again later') : null);
    },
    onData(stream, session, done) {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => {
        if (!stream.sizeExceeded) chunks.push(chunk);
      });
      stream.on('end', () => {
        if (stream.sizeExceeded) return done(rejection(552, 'Message is larger than 30 MB'));
        const rcpt = session.envelope.rcptTo.map(({ address }) => address);
        mailbox.receive(Buffer.concat(chunks), rcpt).then(
          (message) => {
            log(`mailbox: "${message.subject}" for ${rcpt.join(', ')}`);
            done(null);
          },
          () => done(rejection(451, 'Message could not be read')),
        );
      });
    },
  });
  smtp.on('error', (error) => log(`mailbox: ${error.message}`));
  return smtp;
}

function rejection(responseCode: number, text: string): Error {
  return Object.assign(new Error(text), { responseCode });
}
