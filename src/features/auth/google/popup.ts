import {
  channelName,
  type OAuthResponse,
  parseResponse,
  readStoredAnswer,
  receivedMessage,
  tryStorage,
} from './oauth-response.ts';

const width = 500;
const height = 600;
const checkEveryMs = 1_000;
/**
 * How long an answer is waited for after the window looked closed. Google may have cut it off (by its opener policy)
 * while the person still types in it, so it is as long as the server keeps the sign-in open.
 */
const popupGraceMs = 10 * 60_000;

export const cancelled = 'User cancelled the login process';

/** As much of the browser's window as a sign-in needs. */
export type PopupOpener = Pick<Window, 'open' | 'screen'>;
export type AnswerListener = Pick<Window, 'addEventListener' | 'removeEventListener' | 'localStorage'> & {
  location: Pick<Location, 'origin'>;
};

/**
 * Opens an empty window in the middle of the screen. Browsers allow it only at the moment of a click, before Google's
 * address is known.
 * @throws Error when the browser refuses
 */
export function openPopup(browser: PopupOpener = window): Window {
  const {
    availLeft = 0,
    availTop = 0,
    width: screenWidth,
    height: screenHeight,
  } = browser.screen as Screen & {
    availLeft?: number;
    availTop?: number;
  };
  const left = Math.round(availLeft + Math.max(0, screenWidth - width) / 2);
  const top = Math.round(availTop + Math.max(0, screenHeight - height) / 2);
  const features = `popup=yes,width=${width},height=${height},left=${left},top=${top}`;
  const popup = browser.open('about:blank', '_blank', features);
  if (!popup) throw new Error('Failed to open popup window');
  return popup;
}

interface Waiting {
  popup: Pick<Window, 'closed' | 'close'>;
  flow: string;
  /** Called once when the window looks closed; the answer may still come. */
  seemsClosed(): void;
  /** Ends the waiting, because the person begins anew. */
  signal: AbortSignal;
}

/**
 * Waits for Google's answer to one flow on three channels, since the opener policy of Google's pages decides which of
 * them works: a message from our own origin, local storage, and a broadcast channel.
 * @throws Error with Google's words, or `cancelled` when the window has been closed for ten minutes or `signal` fires
 */
export function waitForAnswer(
  { popup, flow, seemsClosed, signal }: Waiting,
  browser: AnswerListener = window,
): Promise<OAuthResponse & { code: string }> {
  return new Promise((resolve, reject) => {
    const place = channelName(flow);
    const channel = new BroadcastChannel(place);
    let closedForMs = -1;

    const end = () => {
      clearInterval(checking);
      browser.removeEventListener('message', onMessage);
      browser.removeEventListener('storage', onStorage);
      signal.removeEventListener('abort', giveUp);
      channel.close();
    };
    const hear = (response: OAuthResponse | null) => {
      if (response?.flow !== flow) return;
      channel.postMessage(receivedMessage);
      tryStorage(() => browser.localStorage.removeItem(place));
      end();
      popup.close();
      if ('code' in response) resolve(response);
      else reject(new Error(response.error));
    };
    const giveUp = () => {
      end();
      popup.close();
      reject(new Error(cancelled));
    };
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin === browser.location.origin) hear(parseResponse(data));
    };
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === place) hear(readStoredAnswer(newValue));
    };
    const checking = setInterval(() => {
      if (!popup.closed) return;
      closedForMs = closedForMs < 0 ? 0 : closedForMs + checkEveryMs;
      if (closedForMs === checkEveryMs) seemsClosed();
      if (closedForMs >= popupGraceMs) giveUp();
    }, checkEveryMs);

    browser.addEventListener('message', onMessage);
    browser.addEventListener('storage', onStorage);
    channel.onmessage = ({ data }) => hear(parseResponse(data));
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
  });
}
