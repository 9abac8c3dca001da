import { useEffect, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import { safeReturnUrl } from '../../../shared/http/return-url.ts';

/** What the history entry of the login page knows, beside its address. */
export interface LoginState {
  /** The page that asked for a signed-in person. */
  returnUrl?: string;
  /** What to say of a sign-in that took the whole page and came back without success. */
  failure?: string;
}

const cookieName = 'way_back';

/** The cookie by which the server sends a way back along with its redirect to exactly `/login`, for ten minutes. */
export const returnUrlCookie = (path: string): string =>
  `${cookieName}=${encodeURIComponent(path)}; Path=/login; Max-Age=600; SameSite=Lax`;

/** The way back that the server's redirect left, which is told once: a later visit has come from somewhere else. */
function takeCookie(): string | undefined {
  const found = new RegExp(`(?:^|;\\s*)${cookieName}=([^;]*)`).exec(document.cookie)?.[1];
  if (found === undefined) return undefined;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser of our guests
  document.cookie = `${cookieName}=; Path=/login; Max-Age=0; SameSite=Lax`;
  try {
    return decodeURIComponent(found);
  } catch {
    return undefined;
  }
}

/**
 * Where to go after signing in, asked for at that moment: what the address says, else the history entry, else home.
 * The server's redirect becomes part of the history entry on arrival.
 */
export function useReturnUrl(): () => string {
  const [search] = useSearchParams();
  const state = useLocation().state as LoginState | null;
  const navigate = useNavigate();
  const known = search.get('returnUrl') ?? state?.returnUrl;
  // Known at once, also to somebody who goes on before the history entry says so.
  const told = useRef<string>(undefined);

  useEffect(() => {
    const returnUrl = takeCookie();
    if (returnUrl === undefined || known !== undefined) return;
    told.current = returnUrl;
    const withWayBack: LoginState = { ...state, returnUrl };
    void navigate('.', { replace: true, state: withWayBack, defaultShouldRevalidate: false });
  }, [known, navigate, state]);

  return () => safeReturnUrl(known ?? told.current);
}

/** Leaves the login page for good, with a new document: what every page knows of its visitor is fetched anew. */
export const leaveLogin = (path: string): void => window.location.replace(path);
