import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { safeReturnUrl } from '../../../shared/http/return-url.ts';

export interface LoginState {
  returnUrl?: string;
  failure?: string;
}

const cookieName = 'way_back';

/** Makes the cookie that carries the return URL with a server redirect to exactly `/login`, for ten minutes. */
export const returnUrlCookie = (path: string): string =>
  `${cookieName}=${encodeURIComponent(path)}; Path=/login; Max-Age=600; SameSite=Lax`;

/** Removes the cookie, since a later visit comes from elsewhere. */
function takeCookie(): string | undefined {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(document.cookie)?.[1];
  if (value === undefined) return undefined;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of our guests
  document.cookie = `${cookieName}=; Path=/login; Max-Age=0; SameSite=Lax`;
  try {
    return decodeURIComponent(value);
  } catch {
    return undefined;
  }
}

/** Reads the query's `returnUrl`, else the history entry's, into which it moves the cookie of a server redirect. */
export function useReturnUrl(): () => string {
  const [search] = useSearchParams();
  const state = useLocation().state as LoginState | null;
  const navigate = useNavigate();
  const returnUrl = search.get('returnUrl') ?? state?.returnUrl;
  // The URL is read immediately, for a user who signs in before the history entry has changed.
  const fromCookie = useRef<string>(undefined);

  useEffect(() => {
    const cookie = takeCookie();
    if (cookie === undefined || returnUrl !== undefined) return;
    fromCookie.current = cookie;
    const withReturnUrl: LoginState = { ...state, returnUrl: cookie };
    void navigate('.', { replace: true, state: withReturnUrl, defaultShouldRevalidate: false });
  }, [returnUrl, navigate, state]);

  return () => safeReturnUrl(returnUrl ?? fromCookie.current);
}

/** Leaves with a new document, so that data about the visitor is fetched again. */
export const leaveLogin = (path: string): void => window.location.replace(path);
