export const holdPath = (code: string): `/${string}` => `/book/${code}`;
export const tripPath = (code: string): `/${string}` => `/trips/${code}`;
