import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import type { SiteSettings } from '../src/shared/site-settings.server.ts';

/**
 * A screen as the server draws it, within a router and with the site's settings.
 * @param settings in place of those that most screens need
 * @returns its HTML, and its words in one line
 */
export function renderPage(
  element: ReactElement,
  settings: Partial<SiteSettings> = {},
): { html: string; text: string } {
  const some = { phone: '(850) 555-0142', phoneHref: 'tel:8505550142', properties: [] };
  const root = { settings: { ...some, ...settings }, user: null };
  const router = createMemoryRouter([{ id: 'root', path: '/', element }], {
    hydrationData: { loaderData: { root } },
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  const text = html
    .replace(/<svg.*?<\/svg>|<wbr\/>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return { html, text };
}
