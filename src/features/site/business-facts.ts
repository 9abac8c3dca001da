import type { BusinessFacts } from '../../shared/seo/json-ld.ts';
import type { SiteSettings } from '../../shared/site-settings.server.ts';

/** What the settings tell search engines of the business. */
export const businessFacts = (settings: SiteSettings, origin: string): BusinessFacts => ({
  origin,
  name: settings.business_name,
  town: settings.town,
  phone: settings.phone,
  email: settings.email,
  sameAs: [settings.social_facebook_url, settings.social_instagram_url, settings.social_tiktok_url],
});
