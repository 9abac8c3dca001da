/** What a template of a message fills in of a booking alone. */
export const stayPlaceholders = [
  'trip',
  'guide',
  'wifi',
  'access',
  'checkin_time',
  'checkout_time',
  'open_balance',
  'review',
] as const;

/** All that it fills in, in the order in which hosts read it. */
export const placeholderNames = [
  'guest',
  'home',
  'checkin',
  'checkout',
  'dates',
  'guests',
  'code',
  ...stayPlaceholders,
  'host',
] as const;
