export const holdPath = (code: string): `/${string}` => `/book/${code}`;
export const tripPath = (code: string): `/${string}` => `/trips/${code}`;
/** Leads to the review of a stay that is over; a document of its own. */
export const tripReviewPath = (code: string): `/${string}` => `${tripPath(code)}/review`;
/** The guide of a booked stay; a document of its own, without scripts. */
export const guidePath = (code: string): `/${string}` => `${tripPath(code)}/guide`;
/** The page of a companion's link. */
export const sharedTripPath = (token: string): `/${string}` => `/trips/shared/${token}`;
