import { safeReturnUrl } from '../../../shared/http/return-url.ts';

const admin = '/admin';

/**
 * The way to sign in and back to the table, the filters and the page of the admin that were in view.
 * @param search of the admin's address: '' or `?table=products`; one too long to come back to is left out
 */
export function loginUrl(search: string): `/login?${string}` {
  const place = safeReturnUrl(admin + search, admin);
  return `/login?returnUrl=${admin}${encodeURIComponent(place.slice(admin.length))}`;
}
