import { ApiError, type Fetch } from '../../shared/http/api-error.ts';
import { amenities } from './calls.ts';
import { type Amenity, extraAmenities } from './property.ts';

/** The server's amenities and the two fixed ones; none after an error response. */
export const loadAmenities = (fetch?: Fetch): Promise<Amenity[]> =>
  amenities.list({ fetch }).then(
    (list) => [...list, ...extraAmenities],
    (error: unknown) => {
      if (error instanceof ApiError) return [];
      throw error;
    },
  );
