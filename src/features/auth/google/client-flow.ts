import { ApiError } from '../../../shared/http/api-error.ts';
import { fetchUser } from '../calls.ts';
import { exchangeForSession, fetchRedirect, googleFailed } from './calls.ts';
import { parseFlow } from './oauth-response.ts';
import { openPopup, waitForResponse } from './popup.ts';

/** Stored by a tab that goes to Google itself, because popups are blocked. */
export interface RedirectFlow {
  flow: string;
  returnUrl: string;
}

const storageKey = 'google-sign-in';

let pending: AbortController | undefined;
let exchanging: Promise<void> | undefined;

interface GoogleSignIn {
  returnUrl: string;
  /** Called when the popup looks closed; the sign-in may still succeed, and the user may start again. */
  onMaybeClosed(): void;
}

/**
 * Signs in with Google in a popup, during a click; starting again cancels the pending one. Where popups are blocked, the tab
 * itself goes to Google, and the result is false.
 * @throws Error with the cause; `User cancelled the login process` when started again or the popup stayed closed
 */
export async function signInWithGoogle({ returnUrl, onMaybeClosed }: GoogleSignIn): Promise<boolean> {
  pending?.abort();
  const attempt = new AbortController();
  pending = attempt;
  const popup = tryPopup();
  try {
    const { redirectUrl } = await fetchRedirect(window.location.origin);
    const flow = parseFlow(redirectUrl);
    if (!popup) {
      sessionStorage.setItem(storageKey, JSON.stringify({ flow, returnUrl } satisfies RedirectFlow));
      window.location.assign(redirectUrl);
      return false;
    }
    const response = waitForResponse({ popup, flow, onMaybeClosed, signal: attempt.signal });
    popup.location.replace(redirectUrl);
    const { code } = await response;
    await exchangeCode(code, flow);
    return true;
  } catch (error) {
    popup?.close();
    throw error;
  } finally {
    if (pending === attempt) pending = undefined;
  }
}

export function cancelGoogleSignIn(): void {
  pending?.abort();
}

function tryPopup(): Window | null {
  try {
    return openPopup();
  } catch {
    return null;
  }
}

/** Exchanges a code for a session, one at a time. A failure is ignored when the browser is signed in already. */
export function exchangeCode(code: string, flow: string): Promise<void> {
  exchanging ??= exchange(code, flow).finally(() => {
    exchanging = undefined;
  });
  return exchanging;
}

async function exchange(code: string, flow: string): Promise<void> {
  try {
    await exchangeForSession(code, flow);
  } catch (error) {
    const user = await fetchUser().catch(() => null);
    if (user) return;
    if (error instanceof ApiError)
      console.error(
        `Failed to exchange code for session token: API responded with HTTP status ${error.status}`,
      );
    throw error;
  }
}

/** The server's message for an address that Google has not verified, else the specification's. */
export const googleErrorMessage = (error: unknown): string =>
  error instanceof ApiError && error.status === 403 ? error.message : googleFailed;

export function takeRedirectFlow(flow: string): RedirectFlow | null {
  try {
    const stored = JSON.parse(sessionStorage.getItem(storageKey) ?? 'null') as RedirectFlow | null;
    if (stored?.flow !== flow) return null;
    sessionStorage.removeItem(storageKey);
    return stored;
  } catch {
    return null;
  }
}
