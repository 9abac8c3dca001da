import { expect, test } from 'vitest';
import * as failurePage from '../src/features/site/pages/failure.tsx';
import { fallbackSettings } from '../src/ui/error-page.tsx';
import { outage, rendererOf, showPage } from './show-page.ts';

test('while nothing can be loaded, the error page has the site’s frame', async () => {
  const page = { path: 'hosts', module: { default: () => null } };
  const { status, html } = await showPage(page, new Request('http://localhost:3000/hosts'), outage);
  expect(status).toBe(503);
  expect(html).toContain('Oops! Something went wrong');
  expect(html).toContain('<footer');
});

test('without its settings the footer names neither a contact nor a year', async () => {
  const page = { path: 'hosts', module: { default: () => null } };
  const { html } = await showPage(page, new Request('http://localhost:3000/hosts'), outage);
  expect(html).not.toContain('Say hello');
  expect(html).toContain('<p>© PCB Beach Rentals. All rights reserved.</p>');
});

/** A site that loses its database. @returns its pages, and what ends the database */
function losingSite(settings: object) {
  let isAway = false;
  const page = { path: '*', module: failurePage };
  const renderPage = rendererOf(page, ({ url }) => {
    if (isAway) return outage();
    return Response.json(url.endsWith('/api/site') ? { ...fallbackSettings, ...settings } : { user: null });
  });
  const open = async () => {
    const response = await renderPage(new Request('http://localhost:3000/hosts'), {});
    return { status: response.status, html: await response.text() };
  };
  const fail = async () =>
    (await renderPage.failure?.({ status: 503, message: 'We are back in a moment.' }))?.text();
  const lose = () => {
    isAway = true;
  };
  return { open, fail, lose };
}

test('in an outage the error page has the phone and the footer that the site showed last', async () => {
  const settings = { phone: '(850) 234-5678', business_name: 'Gulf Homes', copyright_year: 2019 };
  const { open, fail, lose } = losingSite(settings);
  expect((await open()).html).toContain('(850) 234-5678');
  lose();
  const { status, html } = await open();
  expect(status).toBe(503);
  for (const page of [html, await fail()]) {
    expect(page).toContain('(850) 234-5678');
    expect(page).toContain('<p>© 2019 Gulf Homes. All rights reserved.</p>');
  }
  expect(html).toContain('Oops! Something went wrong');
});

test('in an outage the error page of a closed site leads to no page that is closed', async () => {
  const { open, fail, lose } = losingSite({
    isClosed: true,
    properties: [{ slug: 'a-home', title: 'A Home' }],
  });
  await open();
  lose();
  for (const page of [(await open()).html, await fail()]) expect(page).not.toMatch(/A Home|Find your nights/);
});
