import { expect, test } from 'vitest';
import { parseReviewsPage, toReviewFacts } from './reviews.ts';

const review = { name: 'Ann', rating: 4, text: 'Sand between all toes.', stayMonth: '2026-07' };
const distribution = { 1: 0, 2: 0, 3: 0, 4: 3, 5: 0 };

test('the markup has nothing before the third review, and no word of a hidden one', () => {
  expect(toReviewFacts({ average: null, count: 2, distribution, reviews: [review, review] })).toBeUndefined();
  const hidden = { stayMonth: '2026-06', hiddenReason: 'abusive' as const };
  expect(toReviewFacts({ average: 4, count: 3, distribution, reviews: [hidden, review] })).toEqual({
    average: 4,
    count: 3,
    reviews: [{ name: 'Ann', rating: 4, text: 'Sand between all toes.' }],
  });
});

test.each([
  ['', 1],
  ['reviews=3', 3],
  ['reviews=0', 1],
  ['reviews=x', 1],
])('the page of reviews of ?%s is %i', (query, page) => {
  expect(parseReviewsPage(new URLSearchParams(query))).toBe(page);
});
