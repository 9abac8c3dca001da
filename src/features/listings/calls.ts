import { calls, get } from '../../shared/http/calls.ts';
import { listOf, objectWith } from '../../shared/http/request.ts';
import type { Amenity, Property } from './property.ts';
import type { PropertyDetail } from './property-detail.ts';

export const properties = calls('/properties', {
  list: get<Property[]>('', 'Failed to fetch properties', {
    parse: listOf(objectWith<Omit<Property, 'bookingMode'>, Property>({ bookingMode: 'instant' })),
  }),
});

export const property = calls('/properties/:slug', {
  read: get<PropertyDetail>('', 'Failed to fetch the home', {
    beyondSpec: { bookingMode: 'instant', licenceState: '', licenceLocal: '' },
  }),
});

/** A response that cannot be read is a TypeError, because it is no error response. */
export const amenities = calls('/amenities', {
  list: get<Amenity[]>('', 'Failed to fetch amenities', {
    reads: 'any',
    parse: listOf(objectWith<Amenity, Amenity>({})),
  }),
});
