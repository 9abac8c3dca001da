const long = `${'A'.repeat(120)} ${'word '.repeat(30)}`;

/** Every screen there is, in each of its variants; the last three answer as failures. */
export const screens = [
  '/',
  '/shop',
  '/hosts',
  '/stays/the-beachcomber',
  '/stays/sunset-villa',
  '/notify/leave',
  '/blog',
  '/blog/beach-flags-explained',
  '/login',
  '/checkout/cancel',
  '/checkout/error',
  `/checkout/error?message=${encodeURIComponent(`Stripe is not set up: ${long}`)}`,
  '/blog/no-such-post',
  '/checkout/success',
  '/no/such/page',
];
