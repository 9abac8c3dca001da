import type { IncomingMessage, ServerResponse } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Journal } from './append-log.ts';
import { calendarPages } from './calendars/pages.ts';
import { namePages } from './dns/pages.ts';
import type { Names } from './dns/server.ts';
import { googleProvider } from './google/provider.ts';
import { type Mailbox, openMailbox } from './mail/mailbox.ts';
import { mailPages } from './mail/pages.ts';
import { openReplyBox, type ReplyBox } from './mail/replies.ts';
import type { SandboxOptions } from './options.ts';
import { type Markup, page } from './page.ts';
import { openCardProvider } from './stripe/provider.ts';

type Options = SandboxOptions & {
  journal: Journal;
  log: (line: string) => void;
  origin: string;
  names: Names;
};

export type StandIns = {
  listener: (request: IncomingMessage, response: ServerResponse) => Promise<void>;
  mailbox: Mailbox;
  replies: ReplyBox;
  close(): void;
};

/** Opens the stand-ins: one HTTP listener for all of their pages and APIs, and the mailbox. */
export function openStandIns(options: Options): StandIns {
  const { appUrl, origin, journal, log, names } = options;
  const mailbox = openMailbox(journal);
  const replies = openReplyBox(journal);
  const cards = openCardProvider({
    origin,
    appUrl,
    secretKey: options.stripeSecretKey,
    webhookSecret: options.stripeWebhookSecret,
    journal,
    log,
  });
  const client = {
    id: options.googleClientId,
    secret: options.googleClientSecret,
    redirectUri: `${appUrl}/auth/callback`,
  };
  const app = new Hono<{ Bindings: HttpBindings }>();
  app.get('/', (c) => c.html(indexPage(appUrl)));
  app.get('/stripe', (c) => c.redirect('/'));
  app.get('/google', (c) => c.redirect('/'));
  app.route('/calendars', calendarPages());
  app.route('/dns', namePages(names));
  app.route('/mail', mailPages(mailbox, replies));
  app.route('/v1', cards.api);
  app.route('/stripe', cards.pages);
  app.route('/google', googleProvider({ origin, client }));
  app.onError((error, c) => {
    log(`stand-in failed at ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    return c.json({ message: 'The stand-in failed; its log says why.' }, 500);
  });
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
  });
  return { listener, mailbox, replies, close: cards.close };
}

function indexPage(appUrl: string): Markup {
  return page({
    title: 'Local stand-ins',
    body: html`<section class="card"><h1>Local stand-ins</h1>
<p>They stand in for outside services while <a href="${appUrl}">the site</a> runs on this machine.</p>
<ul>
<li><a href="/mail">Mailbox</a>: every mail the site sends</li>
<li>Card provider: its payment page opens when you buy something. Test card 4242 4242 4242 4242 pays.</li>
<li><a href="/calendars">Calendars</a> of other channels, set with PUT</li>
<li>Google sign-in: its page opens when you choose it on the sign-in page</li>
</ul></section>`,
  });
}
