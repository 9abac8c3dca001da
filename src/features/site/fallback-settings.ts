import type { SiteSettings } from '../../shared/site-settings.server.ts';

/** What a page shows of the business when the settings could not be read: its name, and nothing that may be out of date. */
export const fallbackSettings: SiteSettings = {
  business_name: 'PCB Beach Rentals',
  town: 'Panama City Beach',
  phone: '',
  email: '',
  video_url: '',
  video_headline: '',
  map_query: '',
  review_rating: 0,
  review_count: 0,
  social_facebook_url: '',
  social_instagram_url: '',
  social_tiktok_url: '',
  terms_url: '',
  privacy_url: '',
  credit_label: '',
  credit_url: '',
  copyright_year: new Date().getFullYear(),
  homes: [],
  videoPoster: null,
  banner: null,
  mapPicture: null,
  hostPictures: { guestExperience: null, propertyManager: null },
};
