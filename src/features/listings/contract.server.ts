import Type from 'typebox';
import { imageSchema } from '../../shared/image.ts';
import { clockSchema, idSchema, orNull } from '../../shared/value-schemas.server.ts';

export const propertySchema = Type.Object(
  {
    id: idSchema,
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    images: Type.Array(Type.String(), { description: 'URLs of its pictures, wherever they lie' }),
    pictures: Type.Array(imageSchema, {
      description: 'The images that lie in the media library; in a list of homes only the first few',
    }),
    guests: Type.Integer(),
    beds: Type.Integer(),
    baths: Type.Integer(),
    price_preview: Type.String({ description: 'Words such as "Starting at $175/night"' }),
    isComingSoon: Type.Boolean(),
    bookingMode: Type.Enum(['instant', 'request', 'inquiry'], {
      description: 'Booked at once, after the hosts have approved, or only by inquiry',
    }),
  },
  { description: 'A home as the site shows it' },
);

export const amenitySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  icon_url: Type.String(),
  description: Type.String(),
});

const clockTime = clockSchema;
const coordinate = orNull(Type.Number());

export const propertyDetailSchema = Type.Object(
  {
    ...propertySchema.properties,
    propertyType: Type.Enum(['House', 'Apartment', 'Villa']),
    amenities: Type.Array(Type.String()),
    sleeping: Type.Array(
      Type.Object({
        room: Type.String(),
        beds: Type.Array(Type.Object({ count: Type.Integer(), kind: Type.String() })),
      }),
    ),
    houseRules: Type.Array(Type.String()),
    checkInFrom: clockTime,
    checkOutUntil: clockTime,
    address: Type.String({ description: 'Without a number: guests get it before they arrive' }),
    locality: Type.String(),
    latitude: coordinate,
    longitude: coordinate,
    licenceState: Type.String({ description: 'Number of the licence; empty: none' }),
    licenceLocal: Type.String(),
    shareDescription: Type.String({ description: 'For search results and shared links' }),
  },
  { description: 'A home with everything that its own page shows, and all its pictures' },
);
