import type { ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router';
import { beforeAll } from 'vitest';
import { serverPartsLoaded } from '../src/ui/loading/lazy-hydration.tsx';

beforeAll(serverPartsLoaded);

/** A screen as the server draws it, within a router and with the site's settings. @returns its HTML, and its words in one line */
export function renderPage(element: ReactElement): { html: string; text: string } {
  const root = { settings: { phone: '(850) 555-0142', phoneHref: 'tel:8505550142', homes: [] }, user: null };
  const router = createMemoryRouter([{ id: 'root', path: '/', element }], {
    hydrationData: { loaderData: { root } },
  });
  const html = renderToStaticMarkup(<RouterProvider router={router} />);
  const text = html
    .replace(/<svg.*?<\/svg>/g, '')
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
  return { html, text };
}
