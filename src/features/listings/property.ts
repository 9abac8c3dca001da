import type { Static } from 'typebox';
import type { amenitySchema, propertySchema, reviewSchema } from './property.schema.server.ts';

/** A home as the site shows it. */
export type Property = Static<typeof propertySchema>;

export type Amenity = Static<typeof amenitySchema>;

/** What a guest wrote about a stay; `review_html` is sanitised. */
export type Review = Static<typeof reviewSchema>;

/** The two amenities that the specification lets the client append to the server's list. */
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

/** The page of a home. */
export const propertyPath = (slug: string): `/stays/${string}` => `/stays/${slug}`;

/** As many pictures as a home's card shows; its own page shows them all. */
export const cardPictures = 4;
