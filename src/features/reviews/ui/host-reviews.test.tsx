import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { HostedReview, HostedReviews } from '../contract.server.ts';
import { HostReviews } from './host-reviews.tsx';

const review = (id: number): HostedReview => ({
  id,
  code: `R${id}`,
  property: { slug: 'tern', title: 'Tern' },
  name: 'Ann',
  rating: 5,
  text: 'We loved the porch.',
  stayMonth: '2027-07',
  privateNote: '',
  publishedAt: '2027-07-12T15:00:00.000Z',
  reply: '',
  hiddenReason: null,
});

test('only a list that goes on has a button that shows more of it', () => {
  const client = new QueryClient();
  const lists: HostedReviews = {
    waiting: [review(1)],
    unanswered: [],
    hidden: [],
    replied: [{ ...review(2), reply: 'Thanks.' }],
    hasMore: { waiting: false, unanswered: false, hidden: false, replied: true },
  };
  client.setQueryData(['hosted-reviews', ''], lists);
  const { html } = renderPage(
    <QueryClientProvider client={client}>
      <HostReviews />
    </QueryClientProvider>,
  );
  expect(html.match(/Show more<span class="unseen">: .*?</g)).toEqual([
    'Show more<span class="unseen">: Replied to<',
  ]);
});
