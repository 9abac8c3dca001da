/** The outside services that a site tells of its visits; `null` for each whose id is not set. */
export interface Vendors {
  /** Product analytics; `host` is an origin such as `https://eu.i.posthog.com`. */
  posthog: { key: string; host: string } | null;
  /** An ad pixel. */
  metaPixelId: string | null;
  /** A tag manager. */
  gtmId: string | null;
  /** The tag of a pinboard ad service. */
  pinterestTagId: string | null;
}

export const metaOrigin = 'https://www.facebook.com';
export const pinterestOrigin = 'https://ct.pinterest.com';
export const gtmOrigin = 'https://www.googletagmanager.com';

/** Where Google's tags send what they count. */
const googleTagOrigins = ['https://www.google-analytics.com', 'https://region1.google-analytics.com'];

/** The names that a visitor knows the configured services by. */
export const trackerNames = ({ posthog, metaPixelId, gtmId, pinterestTagId }: Vendors): string[] => [
  ...(posthog ? ['PostHog'] : []),
  ...(metaPixelId ? ['Meta'] : []),
  ...(gtmId ? ['Google'] : []),
  ...(pinterestTagId ? ['Pinterest'] : []),
];

/** The origins that a page itself sends to: none without a configured service, and never the tag manager's. */
export const vendorOrigins = ({ posthog, metaPixelId, pinterestTagId }: Vendors): string[] => [
  ...(posthog ? [posthog.host] : []),
  ...(metaPixelId ? [metaOrigin] : []),
  ...(pinterestTagId ? [pinterestOrigin] : []),
];

/** The origins that the frame of the tag manager loads scripts from and sends to. */
export const tagFrameOrigins = [gtmOrigin, ...googleTagOrigins];
