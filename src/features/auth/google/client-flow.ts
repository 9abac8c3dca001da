import { ApiError } from '../../../shared/http/api-error.ts';
import { authClient, googleFailed } from '../client.ts';
import { parseFlow } from './oauth-response.ts';
import { openPopup, waitForAnswer } from './popup.ts';

/** What a tab remembers while all of it is at Google, because no popup could be opened. */
export interface RedirectFlow {
  flow: string;
  returnUrl: string;
}

const memory = 'google-sign-in';

let waiting: AbortController | undefined;
let exchanging: Promise<void> | undefined;

interface GoogleSignIn {
  /** Where to go once signed in, when the sign-in takes the whole page. */
  returnUrl: string;
  /** The popup looks closed; the sign-in may still succeed, and the person may begin anew. */
  seemsClosed(): void;
}

/**
 * Signs in with Google in a popup; must be called at the click. Where popups are blocked the whole page goes to Google
 * and comes back by the callback page. Beginning anew ends the sign-in that still waited.
 * @returns whether the person is signed in now; false when the whole page is on its way to Google
 * @throws Error with the cause; `User cancelled the login process` when it was begun anew or the popup stayed closed
 */
export async function signInWithGoogle({ returnUrl, seemsClosed }: GoogleSignIn): Promise<boolean> {
  waiting?.abort();
  const turn = new AbortController();
  waiting = turn;
  const popup = popupIfAllowed();
  try {
    const { redirectUrl } = await authClient().googleRedirect(window.location.origin);
    const flow = parseFlow(redirectUrl);
    if (!popup) {
      saveRedirectFlow({ flow, returnUrl });
      window.location.assign(redirectUrl);
      return false;
    }
    const response = waitForAnswer({ popup, flow, seemsClosed, signal: turn.signal });
    popup.location.replace(redirectUrl);
    const { code } = await response;
    await exchangeCode(code, flow);
    return true;
  } catch (error) {
    popup?.close();
    throw error;
  } finally {
    if (waiting === turn) waiting = undefined;
  }
}

/** Ends a sign-in that still waits: the person has turned to something else. */
export function cancelGoogleSignIn(): void {
  waiting?.abort();
}

function popupIfAllowed(): Window | null {
  try {
    return openPopup();
  } catch {
    return null;
  }
}

/**
 * Exchanges a code for a session, one at a time. An exchange that failed because this browser has signed in meanwhile
 * is none.
 */
export function exchangeCode(code: string, flow: string): Promise<void> {
  exchanging ??= exchange(code, flow).finally(() => {
    exchanging = undefined;
  });
  return exchanging;
}

async function exchange(code: string, flow: string): Promise<void> {
  try {
    await authClient().exchangeCode(code, flow);
  } catch (error) {
    const user = await authClient()
      .me()
      .catch(() => null);
    if (user) return;
    if (error instanceof ApiError)
      console.error(
        `Failed to exchange code for session token: API responded with HTTP status ${error.status}`,
      );
    throw error;
  }
}

/** What a person is told of a failed sign-in; why Google's word for an address does not count is the server's to say. */
export const googleErrorMessage = (error: unknown): string =>
  error instanceof ApiError && error.status === 403 ? error.message : googleFailed;

function saveRedirectFlow(flow: RedirectFlow): void {
  sessionStorage.setItem(memory, JSON.stringify(flow));
}

/** The sign-in of the whole page that this tab began with the given flow; it is told once. */
export function takeRedirectFlow(flow: string): RedirectFlow | null {
  try {
    const found = JSON.parse(sessionStorage.getItem(memory) ?? 'null') as RedirectFlow | null;
    if (found?.flow !== flow) return null;
    sessionStorage.removeItem(memory);
    return found;
  } catch {
    return null;
  }
}
