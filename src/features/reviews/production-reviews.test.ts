import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { inDays } from '../../../test/paid-stays.ts';

/** The site runs on the seeded database of a local one, which a site that goes live may bring along. */
const app = await testAppForFile({ env: { NODE_ENV: 'production', APP_URL: 'http://localhost:3000' } });
const { db, content } = app.platform;

const get = async (path: string) => (await app.request('GET', path)).json();

let sequence = 900;
async function addReview(property_id: string, rating: number, more: object = {}): Promise<void> {
  sequence += 1;
  const span = { checkin: inDays(-sequence), checkout: inDays(1 - sequence) };
  const { id: booking_id } = await addBooking(db, { property_id, ...span });
  const row = { id: sequence, guest_name: 'Ann <b>', rating, review_html: 'Sea & <i>sand</i>,\nevery day.' };
  const before = content.version();
  await db
    .insertInto('reviews')
    .values({ ...row, kind: 'stay', booking_id, ...more })
    .execute();
  if (before !== null) await expect.poll(() => content.version()).toBeGreaterThan(before);
}

test('no example, and no rating before the third review of a stay, is in any response of the API', async () => {
  const rows = await db.selectFrom('reviews').select('kind').execute();
  expect(rows.length).toBeGreaterThanOrEqual(15);
  expect(await get('/api/reviews')).toEqual([]);
  expect(await get('/api/reviews?subject=hosts')).toEqual([]);
  const none = { review_rating: 0, review_count: 0, showsExamples: false };
  expect(await get('/api/site')).toMatchObject(none);
  const { id, slug } = await addProperty(db);
  await addReview(id, 5);
  await addReview(id, 4);
  expect(await get('/api/site')).toMatchObject(none);
  expect(await get(`/api/properties/${slug}/reviews`)).toMatchObject({ average: null, count: 2 });
  await addReview(id, 1, { hidden_at: new Date(), hidden_reason: 'abusive', guest_name: 'Grump' });
  expect(await get('/api/site')).toMatchObject({ review_rating: 3.33, review_count: 3 });
  const listed = await get('/api/reviews');
  expect(listed).toMatchObject([
    { guest_name: 'Ann <b>', rating: 4, isExample: false, image: null },
    { rating: 5 },
  ]);
  expect(listed[0].review_html).toBe('<p>Sea &amp; &lt;i&gt;sand&lt;/i&gt;,<br />every day.</p>');
  expect(JSON.stringify(listed)).not.toContain('Grump');
});

test('files for programs and search engines name no rating', async () => {
  for (const { slug } of await get('/api/properties')) {
    const { reviews: _, ...home } = await get(`/api/properties/${slug}`);
    expect(JSON.stringify(home)).not.toMatch(/rating|review_html/i);
  }
});
