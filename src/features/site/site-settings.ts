import type { Picture } from '../listings/listing.ts';

/** What the hosts say about the business; one row that they edit. */
export interface SiteSettings {
  business_name: string;
  town: string;
  phone: string;
  email: string;
  video_url: string;
  video_headline: string;
  map_query: string;
  review_rating: number;
  review_count: number;
  social_facebook_url: string;
  social_instagram_url: string;
  social_tiktok_url: string;
  terms_url: string;
  privacy_url: string;
  credit_label: string;
  credit_url: string;
  copyright_year: number;
  videoPoster: Picture | null;
  banner: Picture | null;
  mapPicture: Picture | null;
  /** The portraits of the hosts page, by their fixed names. */
  hostPictures: { guestExperience: Picture | null; propertyManager: Picture | null };
}
