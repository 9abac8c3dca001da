import { createServer } from 'node:http';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { html } from 'hono/html';
import { googleProvider } from './google/provider.ts';
import { openJournal } from './journal.ts';
import { listenLocally } from './listen.ts';
import { openMailbox } from './mail/mailbox.ts';
import { mailPages } from './mail/pages.ts';
import { listenForMail } from './mail/smtp.ts';
import { type Markup, page } from './page.ts';
import { openCardProvider } from './stripe/provider.ts';

export type SandboxOptions = {
  /** Of the stand-ins' pages and APIs; 0 takes any free port. */
  port: number;
  smtpPort: number;
  /** Where the product is reached: webhooks and sign-ins come back to it. */
  appUrl: string;
  stripeSecretKey: string;
  stripeWebhookSecret: string;
  googleClientId: string;
  googleClientSecret: string;
  /** Keeps mail and the card provider's books over a restart; without it they live in memory. */
  dataFile?: string;
  log?: (line: string) => void;
};

export type Sandbox = { url: string; smtpUrl: string; close(): Promise<void> };

/**
 * Starts the stand-ins for the card provider, Google sign-in and the mail server on this machine's loopback addresses.
 * Rejects with one sentence for people when a port is taken.
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const log = options.log ?? (() => {});
  const appUrl = options.appUrl.replace(/\/+$/, '');
  const app = new Hono<{ Bindings: HttpBindings }>();
  const listener = getRequestListener((request, env) => app.fetch(request, env), {
    overrideGlobalObjects: false,
  });
  const web = await listenLocally(
    () => createServer(listener),
    options.port,
    'the stand-ins for outside services',
  );
  const journal = openJournal(options.dataFile);
  const mailbox = openMailbox(journal);
  const smtp = await listenForMail(mailbox, options.smtpPort, log).catch(async (error) => {
    await web.close();
    journal.close();
    throw error;
  });
  const origin = `http://localhost:${web.port}`;
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

  app.get('/', (c) => c.html(indexPage(appUrl)));
  app.get('/stripe', (c) => c.redirect('/'));
  app.get('/google', (c) => c.redirect('/'));
  app.route('/mail', mailPages(mailbox));
  app.route('/v1', cards.api);
  app.route('/stripe', cards.pages);
  app.route('/google', googleProvider({ origin, client }));
  app.onError((error, c) => {
    log(`stand-in failed at ${c.req.method} ${c.req.path}: ${error.stack ?? error.message}`);
    return c.json({ message: 'The stand-in failed; its log says why.' }, 500);
  });
  return {
    url: origin,
    smtpUrl: `smtp://localhost:${smtp.port}`,
    async close() {
      cards.close();
      await Promise.all([web.close(), smtp.close()]);
      journal.close();
    },
  };
}

function indexPage(appUrl: string): Markup {
  return page({
    title: 'Local stand-ins',
    body: html`<section class="card"><h1>Local stand-ins</h1>
<p>They stand in for outside services while <a href="${appUrl}">the site</a> runs on this machine.</p>
<ul>
<li><a href="/mail">Mailbox</a>: every mail the site sends</li>
<li>Card provider: its payment page opens when you buy something. Test card 4242 4242 4242 4242 pays.</li>
<li>Google sign-in: its page opens when you choose it on the sign-in page</li>
</ul></section>`,
  });
}
