import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { type Journal, openJournal } from './append-log.ts';
import { listenForNames, type Names } from './dns/server.ts';
import { listenLocally } from './listen.ts';
import { IMAP_PASSWORD, IMAP_USER, listenForImap } from './mail/imap.ts';
import { listenForMail } from './mail/smtp.ts';
import type { SandboxOptions } from './options.ts';
import type { StandIns } from './stand-ins.ts';

/** The delay after which the stand-ins load if no request comes sooner, so that they do not slow the start down. */
const LOAD_AFTER_MS = 3000;

export type Sandbox = {
  url: string;
  smtpUrl: string;
  imapUrl: string;
  /** `host:port` of the name server, the port of `url`. */
  dnsServer: string;
  close(): Promise<void>;
};

/**
 * Starts the stand-ins for the card provider, Google sign-in and the mail server on this machine's loopback addresses.
 * Rejects with one sentence for people when a port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => {});
  const names: Names = new Map();
  const bound = Promise.withResolvers<{ origin: string; journal: Journal }>();
  let opening: Promise<StandIns> | undefined;
  const standIns = () => {
    opening ??= Promise.all([bound.promise, import('./stand-ins.ts')]).then(
      ([{ origin, journal }, { openStandIns }]) =>
        openStandIns({ ...options, names, appUrl: options.appUrl.replace(/\/+$/, ''), journal, log, origin }),
    );
    return opening;
  };
  const answer = (request: IncomingMessage, response: ServerResponse) => {
    standIns()
      .then(({ listener }) => listener(request, response))
      .catch((error) => {
        log(`stand-in failed at ${request.method} ${request.url}: ${error.stack}`);
        response.destroy();
      });
  };
  const web = await listenLocally(
    () => createServer(answer),
    options.port,
    'the stand-ins for outside services',
  );
  const mailbox = async () => (await standIns()).mailbox;
  const smtp = await listenForMail(mailbox, options.smtpPort, log).catch(async (error) => {
    await web.close();
    throw error;
  });
  const imap = await listenForImap(async () => (await standIns()).replies, log);
  const dns = await listenForNames(names, web.port);
  const origin = `http://localhost:${web.port}`;
  const journal = openJournal(options.dataFile);
  bound.resolve({ origin, journal });
  const loading = setTimeout(() => void standIns(), LOAD_AFTER_MS);
  loading.unref();
  return {
    url: origin,
    smtpUrl: `smtp://localhost:${smtp.port}`,
    imapUrl: `imap://${IMAP_USER}:${IMAP_PASSWORD}@localhost:${imap.port}/INBOX`,
    dnsServer: dns.address,
    async close() {
      clearTimeout(loading);
      (await opening)?.close();
      await Promise.all([web.close(), smtp.close(), imap.close(), dns.close()]);
      journal.close();
    },
  };
}
