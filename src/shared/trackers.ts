/** `null` for a tracker without an id. */
export interface Vendors {
  /** `host` is an origin such as `https://eu.i.posthog.com`. */
  posthog: { key: string; host: string } | null;
  metaPixelId: string | null;
  gtmId: string | null;
  pinterestTagId: string | null;
}

export const metaOrigin = 'https://www.facebook.com';
export const pinterestOrigin = 'https://ct.pinterest.com';
export const gtmOrigin = 'https://www.googletagmanager.com';

const googleTagOrigins = ['https://www.google-analytics.com', 'https://region1.google-analytics.com'];

/** Names of the configured trackers, as shown to visitors. */
export const trackerNames = ({ posthog, metaPixelId, gtmId, pinterestTagId }: Vendors): string[] => [
  ...(posthog ? ['PostHog'] : []),
  ...(metaPixelId ? ['Meta'] : []),
  ...(gtmId ? ['Google'] : []),
  ...(pinterestTagId ? ['Pinterest'] : []),
];

/** Origins to which a page sends data, without the tag manager's. */
export const vendorOrigins = ({ posthog, metaPixelId, pinterestTagId }: Vendors): string[] => [
  ...(posthog ? [posthog.host] : []),
  ...(metaPixelId ? [metaOrigin] : []),
  ...(pinterestTagId ? [pinterestOrigin] : []),
];

/** Origins for the tag manager's frame. */
export const tagFrameOrigins = [gtmOrigin, ...googleTagOrigins];
