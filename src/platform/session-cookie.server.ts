const sessionCookie = /(?:^|;\s*)(?:__Host-)?session=/;

/** Whether a request's `Cookie` header claims a session; only pages for requests without one are shared. */
export const claimsSession = (cookies: string | null | undefined): boolean =>
  cookies !== null && cookies !== undefined && sessionCookie.test(cookies);
