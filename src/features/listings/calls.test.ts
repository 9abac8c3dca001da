import { expect, test } from 'vitest';
import { properties, property } from './calls.ts';
import { loadAmenities } from './load-amenities.ts';
import { extraAmenities } from './property.ts';

const amenity = { id: 1, name: 'Free Parking', icon_url: '', description: 'For two cars' };
const amenities = (response: Response) => loadAmenities(async () => response);

test('amenities appends the two fixed ones', async () => {
  expect(await amenities(Response.json([amenity]))).toEqual([amenity, ...extraAmenities]);
});

test('amenities returns none after an error response', async () => {
  expect(await amenities(Response.json({}, { status: 500 }))).toEqual([]);
});

test('amenities that cannot be read are an error', async () => {
  await expect(amenities(new Response('<html>'))).rejects.toThrow(TypeError);
});

test('a home without a booking mode in the response has instant booking', async () => {
  const home = { slug: 'the-beachcomber', title: 'The Beachcomber' };
  const respond = (body: unknown) => async () => Response.json(body);
  expect(await properties.list({ fetch: respond([home]) })).toEqual([{ ...home, bookingMode: 'instant' }]);
  const detail = await property.read({
    slug: home.slug,
    fetch: respond({ ...home, bookingMode: 'request' }),
  });
  expect(detail).toEqual({
    ...home,
    bookingMode: 'request',
    licenceState: '',
    licenceLocal: '',
  });
});

test('a response that should be a list and is none is an error with the call’s own message', async () => {
  const fetch = async () => Response.json({});
  await expect(properties.list({ fetch })).rejects.toThrow('Failed to fetch properties');
});
