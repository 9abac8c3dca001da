import { safeReturnUrl } from '../../../shared/http/return-url.ts';

const adminPath = '/admin';

/** The sign-in URL that returns to this search of the admin's URL, unless that is too long for a return URL. */
export function loginUrl(search: string): `/login?${string}` {
  const returnUrl = safeReturnUrl(adminPath + search, adminPath);
  return `/login?returnUrl=${adminPath}${encodeURIComponent(returnUrl.slice(adminPath.length))}`;
}
