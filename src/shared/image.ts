import Type, { type Static } from 'typebox';

export const imageSchema = Type.Object(
  {
    src: Type.String({ description: 'Its largest JPEG' }),
    alt: Type.String(),
    width: Type.Integer(),
    height: Type.Integer(),
    widths: Type.Array(Type.Integer(), {
      description: 'Pixel widths, ascending; each lies beside src as .avif, .webp and .jpg',
    }),
    blur: Type.String({ description: 'A tiny picture as a data: URL, shown while the real one loads' }),
  },
  { description: 'A picture of the media library with the widths it exists in' },
);

/** Each width exists as AVIF, WebP and JPEG. */
export type ImageData = Static<typeof imageSchema>;
