import { expect, test } from 'vitest';
import { outage, showPage } from './show-page.ts';

test('while nothing can be loaded, the error page has the site’s frame', async () => {
  const page = { path: 'hosts', module: { default: () => null } };
  const { status, html } = await showPage(page, new Request('http://localhost:3000/hosts'), outage);
  expect(status).toBe(503);
  expect(html).toContain('Oops! Something went wrong');
  expect(html).toContain('<footer');
});

test('the footer names no contact without its settings', async () => {
  const page = { path: 'hosts', module: { default: () => null } };
  const { html } = await showPage(page, new Request('http://localhost:3000/hosts'), outage);
  expect(html).not.toContain('Say hello');
});
