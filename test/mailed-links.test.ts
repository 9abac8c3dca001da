import { expect, test } from 'vitest';
import { createSite } from '../src/app.server.ts';
import { toPlainText } from '../src/platform/mail/email-content.server.ts';
import { renderEmail } from '../src/platform/mail/render-email.server.tsx';
import { cookieBrowser } from './cookie-browser.ts';
import { bookingEmails, otherEmails } from './emails.ts';
import { openStaysForFile } from './paid-stays.ts';
import { signedInBrowser } from './sign-in.ts';

const stays = await openStaysForFile();
const { pool } = stays.platform;
const site = createSite({
  platform: stays.platform,
  api: stays.api,
  // The renderer loads a booking, as the loader of its page does.
  renderPage: async (request) => {
    const [, code] = /^\/(?:trips|book)\/(\w+)/.exec(new URL(request.url).pathname) ?? [];
    if (code)
      await stays.api.request(`http://localhost:3000/api/bookings/${code}`, { headers: request.headers });
    return new Response('a page');
  },
  serveStatic: async () => null,
  metrics: { observe: () => {} } as never,
  isReady: async () => true,
});

/** A checksum of each table's rows; counters of limits count every request. */
async function tables(): Promise<Record<string, string>> {
  const { rows } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace
     and relname <> 'rate_limits' order by 1`,
  );
  const prints = rows.map(async ({ name }) => {
    const { rows: found } = await pool.query<{ print: string }>(
      `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from "${name}" as t`,
    );
    return [name, found[0]?.print ?? ''] as const;
  });
  return Object.fromEntries(await Promise.all(prints));
}

const linksIn = (text: string): string[] => text.match(/https?:\/\/[^\s"<)]+/g) ?? [];

test('HEAD, which programs that look at mails send, changes nothing for any link of any mail', async () => {
  const { slug } = await stays.addProperty();
  const asked = await stays.addProperty({ booking_mode: 'request' });
  const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
  await stays.confirmed(slug, {}, 30);
  await stays.hold(slug, {}, 50);
  await stays.hold(asked.slug, {}, 60);
  const renewed = await stays.hold(asked.slug, {}, 70);
  const answer = await host.request('POST', `/api/admin/bookings/${renewed.code}/renew-link`, { json: {} });
  expect(answer.status).toBe(200);
  const sent = (await stays.queuedMail()).map(({ text }) => text);
  const written = Object.values({ ...bookingEmails(), ...otherEmails() }).map(
    ({ content }) => `${renderEmail(content)} ${toPlainText(content)}`,
  );
  const links = [...new Set([...sent, ...written].flatMap(linksIn))];
  expect(links.filter((link) => link.includes('&mail=')).length).toBeGreaterThanOrEqual(2);
  expect(links.length).toBeGreaterThan(20);
  const before = await tables();
  for (const link of links) {
    const { pathname, search } = new URL(link.replaceAll('&amp;', '&'));
    const response = await site.request(`http://localhost:3000${pathname}${search}`, { method: 'HEAD' });
    expect(response.headers.get('Set-Cookie')).toBeNull();
  }
  expect(await tables()).toEqual(before);
});
