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

test('a home of a server that names no booking mode is booked at once', async () => {
  const home = { slug: 'the-beachcomber', title: 'The Beachcomber' };
  const client = (body: unknown) => listingsClient(async () => Response.json(body));
  expect(await client([home]).properties()).toEqual([{ ...home, bookingMode: 'instant' }]);
  expect(await client({ ...home, bookingMode: 'request' }).property(home.slug)).toEqual({
    ...home,
    bookingMode: 'request',
    licenceState: '',
    licenceLocal: '',
  });
});
