import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { escapeHtml } from '../../../shared/text/text.ts';

export interface SitemapEntry {
  path: string;
  changedAt: Date;
  images?: string[];
}

/** https://www.sitemaps.org/protocol.html, with Google's image extension. */
export function sitemapText(origin: string, pages: SitemapEntry[]): string {
  const absolute = (path: string) => escapeHtml(new URL(path, origin).href);
  const entries = pages.map(({ path, changedAt, images = [] }) =>
    [
      '<url>',
      `<loc>${absolute(path)}</loc>`,
      `<lastmod>${changedAt.toISOString()}</lastmod>`,
      ...images.map((src) => `<image:image><image:loc>${absolute(src)}</image:loc></image:image>`),
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

const hidden = [
  '/admin',
  '/account',
  '/checkout',
  '/api',
  '/auth',
  '/login',
  '/notify',
  '/embed',
  '/book/',
  '/trips',
  '/offers',
  '/cleaning',
  '/reviews/',
];

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
