import { expect, test } from 'vitest';
import { frameResponse, showPage } from '../../../../test/show-page.ts';
import * as page from './trip-review.tsx';

test('a stay that can no longer be reviewed is shown with the reason and a link home', async () => {
  const message = 'A stay is reviewed within 60 days, and that time is over.';
  const { status, html } = await showPage(
    { path: 'trips/:code/review', module: page },
    new Request('http://localhost:3000/trips/7K3MQ2XA/review'),
    (call) =>
      call.url.endsWith('/review') ? Response.json({ message }, { status: 409 }) : frameResponse(call),
  );
  expect(status).toBe(200);
  expect(html).toContain('Review your stay</h1>');
  expect(html).toContain(message);
  expect(html).toMatch(/<a[^>]*href="\/"[^>]*>Back to Home<\/a>/);
});
