import Type, { type Static } from 'typebox';
import { imageSchema } from './image.ts';
import { orNull } from './value-schemas.server.ts';

const text = Type.String();
const image = orNull(imageSchema);

/** The settings as the site shows them; `schemas/site-settings.ts` is the form in which hosts edit them. */
export const siteSettingsSchema = Type.Object(
  {
    business_name: text,
    town: text,
    phone: text,
    phoneHref: Type.String({ description: 'The address that calls the phone' }),
    email: text,
    video_url: text,
    video_headline: text,
    map_query: text,
    review_rating: Type.Number(),
    review_count: Type.Integer(),
    social_facebook_url: text,
    social_instagram_url: text,
    social_tiktok_url: text,
    terms_url: text,
    privacy_url: text,
    credit_label: text,
    credit_url: text,
    copyright_year: Type.Integer(),
    legal_name: text,
    legal_address: text,
    hasGoogleSignIn: Type.Boolean({ description: 'Guests may sign in with Google' }),
    isClosed: Type.Boolean({ description: 'Only hosts see the site' }),
    showsExamples: Type.Boolean({ description: 'A local site, where invented reviews may stand' }),
    properties: Type.Array(Type.Object({ slug: text, title: text }), {
      description: 'The pages of the first homes',
    }),
    hasProducts: Type.Boolean({ description: 'Whether the shop sells anything' }),
    videoPoster: image,
    banner: image,
    mapImage: image,
    hostImages: Type.Object(
      { guestExperience: image, propertyManager: image },
      { description: 'The portraits of the hosts page' },
    ),
  },
  { description: 'What every page shows of the business' },
);

export type SiteSettings = Static<typeof siteSettingsSchema>;
