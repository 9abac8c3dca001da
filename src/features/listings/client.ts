import type { Fetch } from '../../shared/http/api-error.ts';
import { listOf, objectWith, request } from '../../shared/http/request.ts';
import { type Amenity, extraAmenities, type Property } from './property.ts';
import type { PropertyDetail } from './property-detail.ts';

/** A server may send no more than the specification names. */
const bookedAtOnce = { bookingMode: 'instant' as const };
const parseProperties = listOf(objectWith<Omit<Property, 'bookingMode'>, Property>(bookedAtOnce));
type SpecifiedDetail = Omit<PropertyDetail, 'bookingMode' | 'licenceState' | 'licenceLocal'>;
const parseProperty = objectWith<SpecifiedDetail, PropertyDetail>({
  ...bookedAtOnce,
  licenceState: '',
  licenceLocal: '',
});

const parseAmenities = listOf(objectWith<Amenity, Amenity>({}));

export const listingsClient = (fetch: Fetch = globalThis.fetch) => ({
  properties: () =>
    request(fetch, '/api/properties', 'Failed to fetch properties', { parse: parseProperties }),
  /** @throws ApiError 404 for an unknown slug */
  property: (slug: string) =>
    request(fetch, `/api/properties/${encodeURIComponent(slug)}`, 'Failed to fetch the home', {
      parse: parseProperty,
    }),
  /** The server's amenities and the two fixed ones; none after an error response. */
  async amenities(): Promise<Amenity[]> {
    const response = await fetch('/api/amenities');
    return response.ok ? [...parseAmenities(await response.json()), ...extraAmenities] : [];
  },
});
