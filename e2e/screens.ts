const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const nights = `checkin=${inDays(120)}&checkout=${inDays(125)}&guests=4&pets=0`;
const long = `${'A'.repeat(120)} ${'word '.repeat(30)}`;

/** Every screen in each of its variants; the last six show failures. */
export const screens = [
  '/',
  '/shop',
  '/hosts',
  '/stays/the-beachcomber',
  '/stays/sunset-villa',
  '/notify/leave',
  '/blog',
  '/blog/beach-flags-explained',
  '/book',
  `/book?${nights}`,
  `/book?property=the-beachcomber&${nights}`,
  '/terms',
  '/login',
  '/checkout/cancel',
  '/checkout/error',
  `/checkout/error?message=${encodeURIComponent(`Stripe is not set up: ${long}`)}`,
  '/blog/no-such-post',
  '/book/NOSUCH2345',
  '/trips/NOSUCH2345',
  '/offers/no-such-offer',
  '/checkout/success',
  '/no/such/page',
];
