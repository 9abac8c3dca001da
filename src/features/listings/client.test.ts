import { expect, test } from 'vitest';
import { listingsClient } from './client.ts';
import { extraAmenities } from './property.ts';

const amenity = { id: 1, name: 'Free Parking', icon_url: '', description: 'For two cars' };
const amenities = (response: Response) => listingsClient(async () => response).amenities();

test('amenities appends the two fixed ones', async () => {
  expect(await amenities(Response.json([amenity]))).toEqual([amenity, ...extraAmenities]);
});

test('amenities returns none after an error response', async () => {
  expect(await amenities(Response.json({}, { status: 500 }))).toEqual([]);
});
