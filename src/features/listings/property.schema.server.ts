import Type from 'typebox';
import { imageSchema } from '../../shared/image.ts';

export const propertySchema = Type.Object(
  {
    id: Type.String({ format: 'uuid' }),
    slug: Type.String(),
    title: Type.String(),
    description: Type.String(),
    images: Type.Array(Type.String(), { description: 'URLs of its pictures, wherever they lie' }),
    pictures: Type.Array(imageSchema, {
      description: 'Those of the images that lie in the media library; the first few in a list of homes',
    }),
    guests: Type.Integer(),
    beds: Type.Integer(),
    baths: Type.Integer(),
    price_preview: Type.String({ description: 'Words such as "Starting at $175/night"' }),
    isComingSoon: Type.Boolean(),
  },
  { description: 'A home as the site shows it' },
);

export const amenitySchema = Type.Object({
  id: Type.Integer(),
  name: Type.String(),
  icon_url: Type.String(),
  description: Type.String(),
});

export const reviewSchema = Type.Object(
  {
    id: Type.Integer(),
    guest_name: Type.String(),
    guest_photo_url: Type.String(),
    rating: Type.Integer({ minimum: 1, maximum: 5 }),
    review_html: Type.String({ description: 'Sanitised' }),
    photo: Type.Union([imageSchema, Type.Null()]),
  },
  { description: 'What a guest wrote about a stay' },
);
