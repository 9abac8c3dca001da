import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { ReviewForm } from '../contract.server.ts';
import { ReviewFormView } from './review-form-view.tsx';

const form: ReviewForm = {
  home: { slug: 'the-beachcomber', title: 'The Beachcomber' },
  checkin: '2026-07-10',
  checkout: '2026-07-14',
  name: 'Ann',
  canEdit: true,
};
const review = {
  rating: 4,
  text: 'Sand between all toes.',
  name: 'Ann',
  publishedAt: '2026-07-16T12:00:00Z',
};

test('a plain form has the first name, no rating, and states that the text is public immediately', () => {
  const { html, text } = renderPage(<ReviewFormView form={form} wasSent={false} unsent={null} />);
  expect(html).toMatch(/<form [^>]*method="post"/);
  expect(html).toContain('value="Ann"');
  expect(html).not.toContain('checked=""');
  expect(html).not.toContain('maxLength');
  expect(text).toContain('Fri, July 10 – Tue, July 14, 2026');
  expect(text).toContain('public at once');
});

test('rejected values stay typed, with each message at its field', () => {
  const typed = { rating: 2, text: 'Too short', name: 'A', privateNote: 'The lamp flickers.' };
  const unsent = {
    typed,
    problems: { text: 'Please write at least 20 characters' },
    failure: 'Please write at least 20 characters',
  };
  const { html } = renderPage(<ReviewFormView form={form} wasSent={false} unsent={unsent} />);
  for (const words of ['Too short', 'value="A"', 'The lamp flickers.']) expect(html).toContain(words);
  expect(html).toMatch(/value="2"[^>]*checked|checked[^>]*value="2"/);
  expect(html).toMatch(/aria-invalid="true" aria-describedby="review-text-hint review-text-problem"/);
});

test('a sent review is shown with thanks, and can be changed while that is allowed', () => {
  const sent = renderPage(<ReviewFormView form={{ ...form, review }} wasSent unsent={null} />);
  expect(sent.text).toMatch(/Thank you .*Your review is public now\..*Change your review/);
  const closed = renderPage(
    <ReviewFormView form={{ ...form, review, canEdit: false }} wasSent={false} unsent={null} />,
  );
  expect(closed.text).toContain('It can no longer be changed.');
  expect(closed.html).not.toContain('<form');
});
