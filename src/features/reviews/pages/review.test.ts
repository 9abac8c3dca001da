import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { outage, showPage } from '../../../../test/show-page.ts';
import { pageContext } from '../../../load-context.ts';
import { stayReview } from '../calls.ts';
import * as page from './review.tsx';

const { action } = page;

const typed = { rating: '4', text: 'Sand between all toes.', name: 'Ann', privateNote: '' };

/** Sends the form as a browser does, to an API that gives one response. */
async function send(response: Response) {
  const calls: unknown[] = [];
  const context = new RouterContextProvider();
  context.set(pageContext, {
    async api(input, init) {
      calls.push([init?.method, input, JSON.parse(String(init?.body))]);
      return response;
    },
    origin: 'http://localhost',
    vendors: null,
    structuredData: [],
    services: [],
    report: () => {},
  });
  const body = new URLSearchParams(typed);
  const request = new Request('http://localhost/reviews/a-token', { method: 'POST', body });
  const args = { request, context, params: { token: 'a-token' } };
  return { calls, result: await action(args as unknown as Parameters<typeof action>[0]) };
}

test('the form without scripts publishes the review, and leads back to the page', async () => {
  const { calls, result } = await send(Response.json({}, { status: 201 }));
  const path = stayReview.write.path.replace(':token', 'a-token');
  expect(calls).toEqual([['POST', `/api${path}`, { ...typed, rating: 4 }]]);
  expect(result).toMatchObject({ status: 303 });
});

test.each<[number, { message: string; fields?: Record<string, string> }]>([
  [400, { message: 'Please choose 1 to 5 stars', fields: { rating: 'Please choose 1 to 5 stars' } }],
  [429, { message: 'You have sent your review many times within an hour.' }],
])(
  'a form that is rejected with %i comes back with what was typed, and with that status',
  async (status, body) => {
    const { result } = await send(Response.json(body, { status }));
    expect(result).toMatchObject({
      init: { status },
      data: {
        unsent: { typed: { ...typed, rating: 4 }, failure: body.message, problems: body.fields ?? {} },
      },
    });
  },
);

test('a review sent while nothing can be loaded comes back as it was typed, below the reason', async () => {
  const request = new Request('http://localhost:3000/reviews/a-token', {
    method: 'POST',
    body: new URLSearchParams(typed),
  });
  const { status, html } = await showPage({ path: 'reviews/:token', module: page }, request, outage);
  expect(status).toBe(503);
  expect(html).toContain('We are back in a moment. Please try again.');
  expect(html).toContain('Sand between all toes.</textarea>');
  expect(html).toMatch(/<input[^>]*name="rating"[^>]*checked=""[^>]*value="4"/);
  expect(html).toContain('value="Ann"');
});
