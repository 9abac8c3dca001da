import { expect, test } from 'vitest';
import { frameResponse, outage, rendererOf, showPage } from '../../../../test/show-page.ts';
import * as module from './unsubscribe.tsx';

const page = { path: 'notify/leave', module };
const submit = () => new Request('http://localhost:3000/notify/leave?token=a.b', { method: 'POST' });

/** Responds to the call that leaves the list, and to those of the site's frame. */
const withLeave =
  (response: Response, called: string[] = []) =>
  (call: Request) => {
    const { pathname, search } = new URL(call.url);
    if (pathname !== '/api/notify/leave') return frameResponse(call);
    called.push(`${call.method} ${search}`);
    return response;
  };

test('the form leaves the list with the token of its URL, and redirects', async () => {
  const called: string[] = [];
  const renderPage = rendererOf(page, withLeave(Response.json({ success: true }), called));
  const response = await renderPage(submit(), {});
  expect([response.status, response.headers.get('Location')]).toEqual([303, '/notify/leave?left=1']);
  expect(called).toEqual(['POST ?token=a.b']);
});

test.each([
  [400, 'This link is not complete. Please follow it from the mail once more.'],
  [429, 'Please wait a minute.'],
])(
  'a form that is rejected with %i shows the message and a link home, with that status',
  async (status, message) => {
    const shown = await showPage(page, submit(), withLeave(Response.json({ message }, { status })));
    expect(shown.status).toBe(status);
    expect(shown.html).toContain(message);
    expect(shown.html).toMatch(/<a[^>]*href="\/"[^>]*>Back to Home<\/a>/);
  },
);

test('a form sent in an outage shows the message, and that the address is still on the list', async () => {
  const { status, html } = await showPage(page, submit(), outage);
  expect(status).toBe(503);
  expect(html).toContain('We are back in a moment. Please try again.');
  expect(html).toContain('You could not be taken off the list</h1>');
});
