import { expect, test } from 'vitest';
import { outage, rendererOf } from '../../../../test/show-page.ts';
import { fallbackSettings } from '../../../ui/error-page.tsx';
import * as failure from './failure.tsx';

const page = { path: 'failure', module: failure };

test('the page of a failed request says in the site’s frame what is wrong, without a call or a script', async () => {
  const calls: string[] = [];
  const renderPage = rendererOf(page, ({ url }) => {
    calls.push(url);
    return outage();
  });
  const response = await renderPage.failure?.({ status: 503, message: 'We are back in a moment.' });
  const html = await response?.text();
  expect(response?.status).toBe(503);
  expect(response?.headers.get('Referrer-Policy')).toBe('no-referrer');
  expect(response?.headers.get('X-Robots-Tag')).toBe('noindex');
  expect(html).toContain('We are back in a moment.');
  expect(html).toContain('<footer');
  expect(html).not.toContain('<script');
  expect(calls).toEqual([]);
});

test('its own address is a page that is not there', async () => {
  const respond = () => Response.json(fallbackSettings);
  const response = await rendererOf(page, respond)(new Request('http://localhost:3000/failure'), {});
  expect(response.status).toBe(404);
  expect(await response.text()).toContain('This page drifted out to sea');
});
