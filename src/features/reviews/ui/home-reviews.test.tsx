import { expect, test } from 'vitest';
import { renderPage } from '../../../../test/render-page.tsx';
import type { HomeReviews } from '../contract.server.ts';
import { HomeReviewsList } from './home-reviews.tsx';

const review = { name: 'Ann', rating: 4, text: 'Sand between all toes.', stayMonth: '2026-07' };
const three: HomeReviews = {
  average: 4.33,
  count: 3,
  distribution: { 1: 0, 2: 0, 3: 0, 4: 2, 5: 1 },
  reviews: [review],
};
const show = (reviews: HomeReviews, page = 1) =>
  renderPage(<HomeReviewsList reviews={reviews} page={page} toPage={(to) => `?reviews=${to}#reviews`} />);

test('three reviews show their average, how many gave which stars, and the month of the stay', () => {
  const { text, html } = show(three);
  expect(text).toMatch(/4\.33 out of 5, 3 reviews/);
  expect(text).toMatch(/5 stars 1 4 stars 2 3 stars 0 2 stars 0 1 star 0/);
  expect(text).toContain('Stayed in July 2026');
  expect(html).toContain('4 out of 5 stars');
  expect(html).not.toContain('style=');
});

test('a rating of three leaves two stars of five pale', () => {
  const { html } = show({ ...three, reviews: [{ ...review, rating: 3 }] });
  expect(html).toMatch(/class="star-row [^"]*w-30 bg-dune"><span class="[^"]*bg-sun w-18"/);
});

test('two reviews show no average, and leave no column for it', () => {
  const { text, html } = show({ ...three, average: null, count: 2 });
  expect(html).not.toContain('lg:grid-cols');
  expect(text).not.toMatch(/out of 5,|5 stars 1/);
  expect(text).toContain('Sand between all toes.');
});

test('a reply is below its review, and a hidden review is a line with the reason', () => {
  const hidden = { stayMonth: '2026-06', hiddenReason: 'names_a_person' as const };
  const { text } = show({ ...three, reviews: [{ ...review, reply: 'Come back soon.' }, hidden] });
  expect(text).toMatch(/Your hosts replied Come back soon\./);
  expect(text).toContain('A review was hidden: it names a person');
});

test.each([
  ['HTML and scripts', '<script>alert(1)</script>', '&lt;script&gt;alert(1)&lt;/script&gt;'],
  ['right-to-left text', 'נהנינו מאוד', 'dir="auto"'],
  ['a phone number', 'Call (850) 555-0142 or mail a@b.example', 'Call (850) 555-0142 or mail a@b.example'],
])('%s in a review is text, and no element or link', (_, words, shown) => {
  const { html } = show({ ...three, reviews: [{ ...review, text: words, name: words }] });
  expect(html).toContain(shown);
  expect(html).not.toMatch(/<script|<a /);
});

test('more than ten lead to the next page and back, without scripts', () => {
  const many = { ...three, count: 25 };
  const links = (page: number) =>
    [...show(many, page).html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  expect(links(1)).toEqual(['?reviews=2#reviews']);
  expect(links(2)).toEqual(['?reviews=1#reviews', '?reviews=3#reviews']);
  expect(links(3)).toEqual(['?reviews=2#reviews']);
  expect(show(three).html).not.toContain('href');
});
