import { type Fetch, readJson } from '../../shared/http/api-error.ts';
import { listOf, objectWith } from '../../shared/http/parse-response.ts';
import { typedClient } from '../../shared/http/rpc-client.ts';
import type { ListingsApi } from './api.server.ts';
import { type Amenity, extraAmenities, type Property, type Review } from './property.ts';
import type { PropertyDetail } from './property-detail.ts';

const parseAmenities = listOf(objectWith<Amenity, Amenity>({}));

/** Calls the listings API; in the browser with its own `fetch`. */
export function listingsClient(fetch: Fetch = globalThis.fetch) {
  const api = typedClient<ListingsApi>(fetch);
  return {
    properties: (): Promise<Property[]> => readJson(api.properties.$get(), 'Failed to fetch properties'),
    /** @throws ApiError 404 for a home that is not there */
    stay: (slug: string): Promise<PropertyDetail> =>
      readJson(api.properties[':slug'].$get({ param: { slug } }), 'Failed to fetch the home'),
    reviews: (): Promise<Review[]> => readJson(api.reviews.$get(), 'Failed to fetch reviews'),
    /** The server's amenities, then the two fixed ones; none at all when the server refuses. */
    async amenities(): Promise<Amenity[]> {
      const response = await api.amenities.$get();
      return response.ok ? [...parseAmenities(await response.json()), ...extraAmenities] : [];
    },
  };
}
