import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { escapeHtml } from '../../../shared/text/text.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { formatTime } from '../../listings/property-detail.ts';

export interface SitemapEntry {
  path: string;
  changedAt: Date;
  pictures?: string[];
}

/** https://www.sitemaps.org/protocol.html, with Google's image extension. */
export function sitemapText(origin: string, pages: SitemapEntry[]): string {
  const absolute = (path: string) => escapeHtml(new URL(path, origin).href);
  const entries = pages.map(({ path, changedAt, pictures = [] }) =>
    [
      '<url>',
      `<loc>${absolute(path)}</loc>`,
      `<lastmod>${changedAt.toISOString()}</lastmod>`,
      ...pictures.map((src) => `<image:image><image:loc>${absolute(src)}</image:loc></image:image>`),
      '</url>',
    ].join(''),
  );
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">',
    ...entries,
    '</urlset>',
    '',
  ].join('\n');
}

const hidden = ['/admin', '/account', '/checkout', '/api', '/auth', '/login', '/notify', '/embed'];

/** https://www.rfc-editor.org/rfc/rfc9309 */
export const robotsText = (origin: string): string =>
  [
    'User-agent: *',
    ...hidden.map((path) => `Disallow: ${path}`),
    'Allow: /',
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');

interface LlmsFacts {
  origin: string;
  settings: SiteSettings;
  stays: PropertyDetail[];
  posts: { slug: string; title: string; summary: string | null }[];
}

/** Escapes a text for one line of Markdown. */
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
      `${stay.beds} bedrooms, ${stay.baths} baths`,
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
    'Dates are agreed with the hosts: send the inquiry form of a home’s page, which takes `?checkin=YYYY-MM-DD&checkout=YYYY-MM-DD&guests=N`.',
    '',
    '## Homes',
    '',
    ...stays.map(home),
    '',
    '## Pages',
    '',
    link('/', 'Home', 'the homes, what they offer, where they lie, and what guests say'),
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
    link('/api/openapi.json', 'API', 'OpenAPI 3.1 description of every public call'),
    link('/blog/feed.xml', 'RSS', 'the newest posts'),
    link('/sitemap.xml', 'Sitemap', 'every public page'),
    '',
  ].join('\n');
}

const icon = (src: string, size: number, purpose: string) => ({
  src: `/icons/${src}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/** https://www.w3.org/TR/appmanifest/ */
export const manifestText = ({ business_name: name, town }: SiteSettings): string =>
  JSON.stringify({
    id: '/',
    name,
    short_name: name.length <= 12 ? name : 'Beach Rentals',
    description: `Beach homes in ${town}, Florida, rented directly by their hosts.`,
    lang: 'en-US',
    start_url: '/',
    scope: '/',
    display: 'minimal-ui',
    background_color: '#fdfaf4',
    theme_color: '#fdfaf4',
    icons: [
      icon('icon-192.png', 192, 'any'),
      icon('icon-512.png', 512, 'any'),
      icon('icon-maskable-512.png', 512, 'maskable'),
    ],
  });
