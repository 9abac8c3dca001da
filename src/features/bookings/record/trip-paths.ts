export const holdPath = (code: string): `/${string}` => `/book/${code}`;
export const tripPath = (code: string): `/${string}` => `/trips/${code}`;
/** The guide of a booked stay; a document of its own, without scripts. */
export const guidePath = (code: string): `/${string}` => `${tripPath(code)}/guide`;
/** The page of a companion's link. */
export const sharedTripPath = (token: string): `/${string}` => `/trips/shared/${token}`;
