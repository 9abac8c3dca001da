import { createServer, type Socket } from 'node:net';
import { listenLocally } from '../listen.ts';
import { bodyStructure, findSection, splitParts } from './mime-parts.ts';
import type { ReplyBox, StoredReply } from './replies.ts';

export const IMAP_USER = 'reply';
export const IMAP_PASSWORD = 'stand-in';

/** Serves the mailbox for replies read-only: as much of RFC 3501 as a client that fetches mail needs. */
export async function listenForImap(open: () => Promise<ReplyBox>, log: (line: string) => void) {
  const sockets = new Set<Socket>();
  const greet = (socket: Socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    open()
      .then((box) => converse(socket, box))
      .catch((error: Error) => {
        log(`imap: ${error.message}`);
        socket.destroy();
      });
  };
  const listening = await listenLocally(
    () => createServer({ noDelay: true }, greet),
    0,
    'the stand-in mailbox for answers',
  );
  return {
    port: listening.port,
    async close() {
      for (const socket of sockets) socket.destroy();
      await listening.close();
    },
  };
}

type Session = { socket: Socket; box: ReplyBox; isSignedIn: boolean; isOpen: boolean };

function converse(socket: Socket, box: ReplyBox): void {
  const session: Session = { socket, box, isSignedIn: false, isOpen: false };
  let text = '';
  socket.setEncoding('latin1');
  socket.on('data', (chunk) => {
    text += chunk;
    const lines = text.split('\r\n');
    text = lines.pop() ?? '';
    for (const line of lines) obey(session, line);
  });
  send(session, '* OK stand-in mailbox, nothing is delivered');
}

function send({ socket }: Session, line: string): void {
  socket.write(`${line}\r\n`, 'latin1');
}

/** One command: a tag, its name (with UID before it), and the rest of the line. */
function obey(session: Session, line: string): void {
  const [, tag = '*', prefix = '', name = '', rest = ''] =
    /^(\S+) (UID )?([A-Za-z]+) ?(.*)$/i.exec(line) ?? [];
  const command = commands[name.toUpperCase()];
  const isAllowed =
    session.isSignedIn || ['CAPABILITY', 'LOGIN', 'LOGOUT', 'NOOP'].includes(name.toUpperCase());
  const result = isAllowed ? command?.(session, rest, prefix !== '') : 'NO Log in first';
  send(session, `${tag} ${result ?? 'BAD There is no such command here'}`);
  if (name.toUpperCase() === 'LOGOUT') session.socket.end();
}

type Command = (session: Session, rest: string, isByUid: boolean) => string;

const open: Command = (session, rest) => {
  if (rest.replaceAll('"', '').toUpperCase() !== 'INBOX') return 'NO [NONEXISTENT] There is no such folder';
  const all = session.box.all();
  session.isOpen = true;
  send(session, `* ${all.length} EXISTS`);
  send(session, '* 0 RECENT');
  send(session, '* FLAGS (\\Seen)');
  send(session, `* OK [UIDVALIDITY ${session.box.uidValidity}] valid`);
  send(session, `* OK [UIDNEXT ${(all.at(-1)?.uid ?? 0) + 1}] next`);
  return 'OK [READ-ONLY] opened';
};

const commands: Record<string, Command> = {
  CAPABILITY(session) {
    send(session, '* CAPABILITY IMAP4rev1');
    return 'OK done';
  },
  NOOP: () => 'OK done',
  LOGIN(session, rest) {
    const [user, password] = rest.split(' ').map((part) => part.replaceAll('"', ''));
    session.isSignedIn = user === IMAP_USER && password === IMAP_PASSWORD;
    return session.isSignedIn ? 'OK welcome' : 'NO [AUTHENTICATIONFAILED] Wrong user or password';
  },
  LOGOUT(session) {
    send(session, '* BYE');
    return 'OK bye';
  },
  LIST(session) {
    send(session, '* LIST (\\HasNoChildren) "/" INBOX');
    return 'OK done';
  },
  LSUB(session) {
    send(session, '* LSUB () "/" INBOX');
    return 'OK done';
  },
  SELECT: open,
  EXAMINE: open,
  FETCH(session, rest, isByUid) {
    if (!session.isOpen) return 'BAD Open a folder first';
    const [, set = '', items = ''] = /^(\S+) (.*)$/.exec(rest) ?? [];
    const all = session.box.all();
    const last = isByUid ? (all.at(-1)?.uid ?? 0) : all.length;
    for (const [index, reply] of all.entries()) {
      if (isInSet(set, isByUid ? reply.uid : index + 1, last)) sendMail(session, index + 1, reply, items);
    }
    return 'OK done';
  },
};

/** Parses `3`, `2:4`, `5:*`, and lists of them; `*` is the last UID, even if the other end is above it. */
const isInSet = (set: string, number: number, last: number): boolean =>
  set.split(',').some((range) => {
    const [from = 0, to = from] = range.split(':').map((end) => (end === '*' ? last : Number(end)));
    return number >= Math.min(from, to) && number <= Math.max(from, to);
  });

function sendMail({ socket }: Session, sequence: number, { uid, raw }: StoredReply, items: string): void {
  const parts = [
    `UID ${uid}`,
    ...(/RFC822\.SIZE/i.test(items) ? [`RFC822.SIZE ${raw.length}`] : []),
    ...(/BODYSTRUCTURE/i.test(items) ? [`BODYSTRUCTURE ${bodyStructure(splitParts(raw))}`] : []),
  ];
  socket.write(`* ${sequence} FETCH (${parts.join(' ')}`, 'latin1');
  for (const [, section = '', start, length] of items.matchAll(
    /BODY(?:\.PEEK)?\[([^\]]*)\](?:<(\d+)\.(\d+)>)?/gi,
  )) {
    const whole = findSection(raw, section);
    const label = start === undefined ? `BODY[${section}]` : `BODY[${section}]<${start}>`;
    const source =
      start === undefined ? whole : whole?.subarray(Number(start), Number(start) + Number(length));
    socket.write(source ? ` ${label} {${source.length}}\r\n` : ` ${label} NIL`, 'latin1');
    if (source) socket.write(source);
  }
  socket.write(')\r\n');
}
