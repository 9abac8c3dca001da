const long = `${'A'.repeat(120)} ${'word '.repeat(30)}`;

/** Every screen there is, in each of its variants; the last two answer as failures. */
export const screens = [
  '/',
  '/shop',
  '/hosts',
  '/stays/the-beachcomber',
  '/stays/sunset-villa',
  '/notify/leave',
  '/login',
  '/checkout/cancel',
  '/checkout/error',
  `/checkout/error?message=${encodeURIComponent(`Stripe is not set up: ${long}`)}`,
  '/checkout/success',
  '/no/such/page',
];
