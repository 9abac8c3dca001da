export const holdPath = (code: string): `/${string}` => `/book/${code}`;
export const tripPath = (code: string): `/${string}` => `/trips/${code}`;
/** The path to the review of a stay that is over; a separate document. */
export const tripReviewPath = (code: string): `/${string}` => `${tripPath(code)}/review`;
/** The path of the guide of a booked stay; a separate document without scripts. */
export const guidePath = (code: string): `/${string}` => `${tripPath(code)}/guide`;
/** The path of a companion's link. */
export const sharedTripPath = (token: string): `/${string}` => `/trips/shared/${token}`;
