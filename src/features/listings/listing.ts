import type { Static } from 'typebox';
import type { Picture } from '../../shared/picture.ts';
import type { amenitySchema, propertySchema, reviewSchema } from './listing.schema.server.ts';

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
export const stayPath = (slug: string): `/stays/${string}` => `/stays/${slug}`;

/** As many pictures as a home's card shows; its own page shows them all. */
export const cardPictures = 4;

/** The media id in a picture's URL (`/media/{id}/{width}.{type}`), or `null` for a URL from elsewhere. */
export function mediaIdOf(url: string): string | null {
  return /^\/media\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? null;
}

/** Those of the images that are known, in their order. */
export const picturesOf = (images: string[], known: Map<string, Picture>): Picture[] =>
  images.map((url) => known.get(url)).filter((picture) => picture !== undefined);
