import type { Static } from 'typebox';
import type { amenitySchema, propertySchema } from './contract.server.ts';

export type Property = Static<typeof propertySchema>;

export type Amenity = Static<typeof amenitySchema>;

/** Appended to the server's list (specification). */
export const extraAmenities: readonly Amenity[] = [
  {
    id: 999,
    name: 'Tennis courts',
    icon_url: '',
    description: 'Multiple tennis courts just steps from your rental',
  },
  {
    id: 1000,
    name: '24/7 Guest Support',
    icon_url: '',
    description: '24/7 guest support during your beach stay',
  },
];

export const propertyPath = (slug: string): `/stays/${string}` => `/stays/${slug}`;

/** Images on a property's card; its own page shows all. */
export const maxCardImages = 4;
