import { type Context, Hono } from 'hono';
import type { Ctx, Platform } from '../../platform/context.server.ts';
import type { ApiEnv } from '../../platform/http/app-env.server.ts';
import type { Limit } from '../../platform/http/rate-limit.server.ts';
import type { ServeStatic } from '../../platform/http/static-files.server.ts';
import { dayMs } from '../../shared/durations.ts';
import { requireAdmin } from '../auth/guards.ts';
import { hashToken, isToken, newToken } from '../auth/tokens.server.ts';
import { businessContact } from '../listings/store.server.ts';
import { renderPlainPage } from '../opening/closed-page.server.ts';
import type { Mailed } from './contract.server.ts';
import { testMail } from './emails.server.ts';
import { insertMail, markMailOpened, openMail } from './store.server.ts';

const mailLimit: Limit = {
  name: 'launch-mail',
  points: 5,
  seconds: 3600,
  message: 'You have sent many test mails within an hour. Please try again later.',
};

/** Mails each host a link of its own. @throws AppError `tooMany` */
export async function sendTestMails(ctx: Ctx): Promise<Mailed> {
  requireAdmin(ctx);
  await ctx.consumeLimit(mailLimit, 'site');
  const { adminEmails, appUrl } = ctx.settings;
  const now = ctx.now();
  await ctx.db.transaction().execute(async (tx) => {
    const business = await businessContact(tx);
    for (const address of adminEmails) {
      const token = newToken();
      const hash = hashToken(token);
      await insertMail(tx, {
        token_hash: hash,
        email: address,
        created_at: now,
        expires_at: new Date(now.getTime() + dayMs),
      });
      const url = `${appUrl}/launch/mail/${token}`;
      await ctx.mail.queue(
        tx,
        `launch-mail-${hash.toString('hex')}`,
        testMail(url, { business, address, appUrl }),
      );
    }
  });
  return { sent: adminEmails.length };
}

/** Serves the page of a test mail's link; only a press uses the link, because programs that scan mails follow it. */
export function testMailPages(platform: Platform, { paths }: Pick<ServeStatic, 'paths'>): Hono<ApiEnv> {
  const { db, settings } = platform;
  const page = (c: Context<ApiEnv>, status: number, content: Parameters<typeof renderPlainPage>[1]) => {
    const { body, headers } = renderPlainPage(settings, content, paths);
    return new Response(c.req.method === 'HEAD' ? null : new Uint8Array(body), { status, headers });
  };
  const gone = (c: Context<ApiEnv>) =>
    page(c, 410, {
      heading: 'This link is used or too old',
      text: 'Send another test mail from the list in the admin.',
      link: { to: '/admin/launch', label: 'To the list' },
    });
  const hashLinkToken = (c: Context<ApiEnv>) => {
    const token = c.req.param('token');
    return isToken(token) ? hashToken(token) : null;
  };
  return new Hono<ApiEnv>()
    .get('/launch/mail/:token', async (c) => {
      const hash = hashLinkToken(c);
      if (!hash || !(await openMail(db, hash, platform.now()))) return gone(c);
      return page(c, 200, {
        heading: 'One press more',
        text: 'It tells the site that its mail reaches you.',
        button: 'This mail arrived',
      });
    })
    .post('/launch/mail/:token', async (c) => {
      const hash = hashLinkToken(c);
      if (!hash || !(await markMailOpened(db, hash, platform.now()))) return gone(c);
      return page(c, 200, {
        heading: 'Thank you',
        text: 'Mail of your site reaches you.',
        link: { to: '/admin/launch', label: 'To the list' },
      });
    });
}
