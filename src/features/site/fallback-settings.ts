import type { SiteSettings } from '../../shared/site-settings.server.ts';

/** Shown when the settings cannot be loaded: nothing that may be out of date. */
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
