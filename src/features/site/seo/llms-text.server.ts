import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { formatTime, type PropertyDetail } from '../../listings/property-detail.ts';

interface LlmsFacts {
  origin: string;
  settings: SiteSettings;
  stays: PropertyDetail[];
  posts: { slug: string; title: string; summary: string | null }[];
}

const plain = (text: string): string =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[[\]\\`*_<>]/g, '\\$&');

/** https://llmstxt.org */
export function llmsText({ origin, settings, stays, posts }: LlmsFacts): string {
  const { business_name: name, town, phone, email } = settings;
  const link = (path: string, title: string, about: string) =>
    `- [${plain(title)}](${origin}${path}): ${plain(about)}`;
  const home = (stay: PropertyDetail) => {
    const facts = [
      `sleeps ${stay.guests}`,
      `${pluralize(stay.beds, 'bedroom')}, ${pluralize(stay.baths, 'bath')}`,
      stay.price_preview,
      `check-in from ${formatTime(stay.checkInFrom)}, check-out until ${formatTime(stay.checkOutUntil)}`,
    ];
    return link(`/stays/${stay.slug}`, stay.title, `${facts.join('; ')}. ${stay.shareDescription}`);
  };
  return [
    `# ${plain(name)}`,
    '',
    `> Beach homes in ${plain(town)}, Florida, rented to families directly by the two hosts who look after them.`,
    '',
    `Questions and bookings: ${[phone, email].filter(Boolean).map(plain).join(', ')}. The hosts answer within 24 hours.`,
    `Free nights, whole prices and booking: ${origin}/book, which takes \`?property=SLUG&checkin=YYYY-MM-DD&checkout=YYYY-MM-DD&guests=N&pets=N\`; a home’s page takes the same dates and guests.`,
    '',
    '## Homes',
    '',
    ...stays.map(home),
    '',
    '## Pages',
    '',
    link('/', 'Home', 'the homes, what they offer and where they lie'),
    link('/book', 'Book', 'which homes are free, what a stay costs in all, and its booking'),
    link('/shop', 'Shop', 'stays that can be paid right away'),
    link('/hosts', 'Hosts', 'who the hosts are'),
    link('/blog', 'Blog', `notes on ${town} by the people who live there`),
    ...(posts.length > 0
      ? [
          '',
          '## Posts',
          '',
          ...posts.map((post) => link(`/blog/${post.slug}`, post.title, post.summary ?? '')),
        ]
      : []),
    '',
    '## For programs',
    '',
    link(
      '/mcp',
      'Model Context Protocol',
      'a read-only server for guests’ agents (POST): free homes, prices and policies, and links with which the guest books in person',
    ),
    link('/api/openapi.json', 'API', 'OpenAPI 3.1 description of every public call'),
    link(
      '/api/docs',
      'API for people',
      'the same description as a page; availability, quotes and bookings among it',
    ),
    link('/blog/feed.xml', 'RSS', 'the newest posts'),
    link('/sitemap.xml', 'Sitemap', 'every public page'),
    '',
  ].join('\n');
}
