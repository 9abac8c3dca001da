import { safeReturnUrl } from '../../../shared/return-url.ts';

/** What the history entry of the login page knows, beside its address. */
export interface LoginState {
  /** The page that asked for a signed-in person. */
  returnUrl?: string;
  /** What to say of a sign-in that took the whole page and came back without success. */
  failure?: string;
}

const cookieName = 'way_back';

/** The cookie by which the server sends a way back along with its redirect to exactly `/login`, for ten minutes. */
export const wayBackCookie = (path: string): string =>
  `${cookieName}=${encodeURIComponent(path)}; Path=/login; Max-Age=600; SameSite=Lax`;

function cookieValue(): string | undefined {
  const found = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(document.cookie)?.[1];
  try {
    return found && decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

/** Where to go after signing in: what the address says, else the history entry, else the server's redirect, else home. */
export function wayBack(search: URLSearchParams, state: LoginState | null): string {
  return safeReturnUrl(search.get('returnUrl') ?? state?.returnUrl ?? cookieValue());
}

/** Leaves the login page for good, with a new document: what every page knows of its visitor is fetched anew. */
export function goBack(path: string): void {
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of our guests
  document.cookie = `${cookieName}=; Path=/login; Max-Age=0; SameSite=Lax`;
  window.location.replace(path);
}
