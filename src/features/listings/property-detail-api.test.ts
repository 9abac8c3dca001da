import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../test/app.ts';
import { maxCardImages } from './property.ts';
import type { PropertyDetail } from './property-detail.ts';

let app: TestApp;
beforeAll(async () => {
  app = await testApp();
});
afterAll(() => app.close());

const stay = async (slug: string) =>
  (await (await app.request('GET', `/api/properties/${slug}`)).json()) as PropertyDetail;

test.each(['kid-friendly-steps-to-beach', 'the-beachcomber', 'sunset-villa'])(
  'GET /api/properties/%s has everything its page shows, and the eight images that Google requires',
  async (slug) => {
    const home = await stay(slug);
    expect(home.pictures.length).toBeGreaterThanOrEqual(8);
    expect(home.pictures.map(({ alt }) => alt)).not.toContain('');
    expect(home.amenities.length).toBeGreaterThan(5);
    expect(home.houseRules.length).toBeGreaterThan(3);
    expect(home.sleeping.length).toBe(home.beds);
    expect(home.latitude).toBeCloseTo(30.2, 0);
    expect(home.longitude).toBeCloseTo(-85.9, 0);
    expect(home).toMatchObject({ checkInFrom: '16:00', checkOutUntil: '10:00' });
    expect(home.shareDescription.length).toBeLessThanOrEqual(160);
  },
);

test('GET /api/properties sends only the first images of each', async () => {
  const list = (await (await app.request('GET', '/api/properties')).json()) as PropertyDetail[];
  expect(list.map(({ pictures }) => pictures.length)).toEqual([maxCardImages, maxCardImages, maxCardImages]);
  expect(list[0]?.images.length).toBe(8);
});

test('an unknown or unlisted slug is 404, and is not cached', async () => {
  const unknown = await app.request('GET', '/api/properties/no-such-home');
  expect(unknown.status).toBe(404);
  expect(await unknown.json()).toMatchObject({ message: 'There is no home at this address.' });

  await app.platform.db
    .updateTable('properties')
    .set({ is_listed: false })
    .where('slug', '=', 'sunset-villa')
    .execute();
  await expect.poll(async () => (await app.request('GET', '/api/properties/sunset-villa')).status).toBe(404);
});

test('a price that hosts left empty is the lowest of the next 365 nights, and follows the rates', async () => {
  const { db } = app.platform;
  const home = db.updateTable('properties').where('slug', '=', 'the-beachcomber');
  await home.set({ price_preview: '', nightly_cents: 1_000_000, weekend_cents: null }).execute();
  const { id } = await db
    .selectFrom('properties')
    .select('id')
    .where('slug', '=', 'the-beachcomber')
    .executeTakeFirstOrThrow();
  await db.deleteFrom('rates').where('property_id', '=', id).execute();
  const previews = async () => {
    const list = (await (await app.request('GET', '/api/properties')).json()) as PropertyDetail[];
    const card = list.find(({ slug }) => slug === 'the-beachcomber');
    return [card?.price_preview, (await stay('the-beachcomber')).price_preview];
  };
  await expect.poll(previews).toEqual(['Starting at $10,000/night', 'Starting at $10,000/night']);
  await db.insertInto('rates').values({ property_id: id, nightly_cents: 19_950 }).execute();
  await expect.poll(previews).toEqual(['Starting at $199.50/night', 'Starting at $199.50/night']);
});

test('shareDescription falls back to the description, cut at a word', async () => {
  await app.platform.db
    .updateTable('properties')
    .set({ share_description: '', description: 'Sand and sea. '.repeat(40) })
    .where('slug', '=', 'the-beachcomber')
    .execute();
  await expect
    .poll(async () => (await stay('the-beachcomber')).shareDescription)
    .toMatch(/^Sand and sea\..+…$/);
});
