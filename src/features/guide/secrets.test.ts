import PostalMime from 'postal-mime';
import { expect, test } from 'vitest';
import { openMailServer } from '../../../test/mail-server.ts';
import { inDays, openStaysForFile } from '../../../test/paid-stays.ts';
import { anyAddress } from '../../../test/shop.ts';
import { attachmentMakers } from '../../jobs.server.ts';
import { createMailTransport } from '../../platform/mail/mail-transport.server.ts';
import { addDays } from '../../shared/nights.ts';
import { blogFeeds } from '../blog/feeds/feed.server.ts';
import { loadEmailData } from '../bookings/emails/load-email-data.server.ts';
import { exportedCalendars } from '../channels/export/serve-calendar.server.ts';
import { seoFiles } from '../site/seo/seo-files.server.ts';

/* Plants what opens a home and what only cleaners see everywhere, then reads everything that anybody may read. */

const stays = await openStaysForFile();
const { db } = stays;
const secrets = {
  street_address: 'SECRET-ADDRESS',
  access_notes: 'SECRET-NOTES',
  wifi_name: 'SECRET-NETWORK',
  wifi_password: 'SECRET-PASSWORD',
  check_list: '<p>SECRET-CHECKLIST</p>',
};
const home = await stays.addProperty({ ...secrets, licence_state: 'DWE 1234', licence_local: 'PCB 77' });
await db
  .insertInto('guide_sections')
  .values([
    { title: 'SECRET-ARRIVAL', html_rich_text: '<p>SECRET-SECTION</p>', reveal: 'arrival' },
    { title: 'For guests', html_rich_text: '<p>SECRET-BOOKED</p>', reveal: 'booked' },
  ])
  .execute();
const link = await db
  .selectFrom('calendar_links')
  .select('token')
  .where('property_id', '=', home.id)
  .executeTakeFirst();
const placed = await stays.confirmed(home.slug, { email: 'walker@guests.example' }, 60);
await stays.set(placed.code, { access_code: 'SECRET-CODE' });

const { paths } = await (await stays.request('GET', '/api/openapi.json')).json();
const reads = Object.entries(paths as Record<string, object>)
  .filter(([path, methods]) => 'get' in methods && !path.startsWith('/api/admin'))
  .map(([path]) => path);

const folded = (text: string): string => text.replace(/\r\n[ \t]/g, '');
const found = (text: string): string[] => [...new Set(folded(text).match(/SECRET-[A-Z]+/g) ?? [])].sort();

/** Reads every call and file that there is, as a stranger or with the key of a booking. @returns the secrets by path */
async function walk(key?: string): Promise<Record<string, string[]>> {
  const leaks: Record<string, string[]> = {};
  const fill = (path: string) =>
    path
      .replace('/properties/{slug}', `/properties/${home.slug}`)
      .replace('{code}', placed.code)
      .replace(/\{\w+\}/g, home.slug);
  for (const path of reads) {
    const headers: Record<string, string> = key ? { 'X-Booking-Key': key } : {};
    const query = path.endsWith('/calendar') ? `?from=${inDays(0)}&to=${inDays(90)}` : '';
    const response = await stays.request('GET', `${fill(path)}${query}`, { headers, from: anyAddress() });
    const secret = found(await response.text());
    if (secret.length > 0) leaks[path] = secret;
  }
  const files = [
    [seoFiles(stays.platform, {}), '/llms.txt'] as const,
    [seoFiles(stays.platform, {}), '/sitemap.xml'] as const,
    [seoFiles(stays.platform, {}), '/robots.txt'] as const,
    [blogFeeds(stays.platform, {}), '/blog/feed.xml'] as const,
    [exportedCalendars(stays.platform, {}), `/calendars/${link?.token}.ics`] as const,
  ];
  for (const [site, path] of files) {
    const secret = found(await (await site.request(`http://localhost:3000${path}`)).text());
    if (secret.length > 0) leaks[path] = secret;
  }
  return leaks;
}

const times = [
  ['before', 4, 7],
  ['during', 3, 6],
  ['after', -4, -1],
] as const;

test.each(times)(
  'no stranger reads a secret of a home %s the access window',
  async (_, checkin, checkout) => {
    await stays.set(placed.code, { checkin: inDays(checkin), checkout: inDays(checkout) });
    expect(reads).toEqual(
      expect.arrayContaining(['/api/properties', '/api/properties/{slug}', '/api/bookings/{code}/guide']),
    );
    expect(await walk()).toEqual({});
  },
);

test.each(times)(
  'the guest reads what opens the home %s the access window only while it is open',
  async (when, checkin, checkout) => {
    await stays.set(placed.code, { checkin: inDays(checkin), checkout: inDays(checkout) });
    const leaks = await walk(placed.key);
    if (when === 'during')
      expect(leaks).toEqual({
        '/api/bookings/{code}': [
          'SECRET-ADDRESS',
          'SECRET-CODE',
          'SECRET-NETWORK',
          'SECRET-NOTES',
          'SECRET-PASSWORD',
        ],
        '/api/bookings/{code}/guide': [
          'SECRET-ARRIVAL',
          'SECRET-BOOKED',
          'SECRET-CODE',
          'SECRET-NETWORK',
          'SECRET-NOTES',
          'SECRET-PASSWORD',
          'SECRET-SECTION',
        ],
        '/api/bookings/{code}/stay.ics': ['SECRET-ADDRESS'],
      });
    else expect(leaks).toEqual({ '/api/bookings/{code}/guide': ['SECRET-BOOKED'] });
  },
);

test('mails that were queued within the access window are delivered after it without its secrets', async () => {
  const server = await openMailServer();
  await stays.set(placed.code, { checkin: inDays(2), checkout: inDays(5), arrival_sent_at: null });
  await stays.run();
  const { checkin, checkout, email } = await stays.stored(placed.code);
  const queued = (await stays.queuedMail()).filter(({ to }) => to.address === email);
  const deliverAt = async (date: string) => {
    const transport = createMailTransport(
      server.url,
      stays.ctx.settings.mailFrom,
      () => new Date(`${date}T12:00:00Z`),
    );
    const sent = server.raw.length;
    for (const { html: _, ...job } of queued) await transport.deliver(job, undefined, attachmentMakers);
    transport.close();
    const mails = await Promise.all(server.raw.slice(sent).map((raw) => PostalMime.parse(raw)));
    const parts = mails.flatMap(({ text = '', html = '', attachments }) => [
      text,
      html,
      ...attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).toString()),
    ]);
    return found(parts.join('\n'));
  };
  expect(await deliverAt(checkin)).toEqual([
    'SECRET-ADDRESS',
    'SECRET-CODE',
    'SECRET-NETWORK',
    'SECRET-NOTES',
    'SECRET-PASSWORD',
  ]);
  expect(await deliverAt(addDays(checkout, 1))).toEqual([]);
  await server.close();
});

test('the numbers of the licences are shown in the home and on its receipts', async () => {
  const response = await stays.request('GET', `/api/properties/${home.slug}`);
  expect(await response.json()).toMatchObject({ licenceState: 'DWE 1234', licenceLocal: 'PCB 77' });
  const { licences } = await loadEmailData(stays.ctx, db, await stays.stored(placed.code));
  expect(licences).toEqual(['State license DWE 1234', 'Local license PCB 77']);
});
