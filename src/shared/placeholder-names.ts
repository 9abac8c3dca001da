/** The placeholders of a message template that need only the booking. */
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

/** All placeholders, in the order in which hosts see them. */
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
