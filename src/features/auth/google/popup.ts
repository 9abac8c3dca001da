import {
  channelName,
  type OAuthResponse,
  parseResponse,
  parseStoredResponse,
  receivedMessage,
  tryStorage,
} from './oauth-response.ts';

const width = 500;
const height = 600;
const pollMs = 1_000;
/** The server stores a flow this long; Google's opener policy makes a popup look closed while the user still types. */
const popupGraceMs = 10 * 60_000;

export const cancelled = 'User cancelled the login process';

export type PopupOpener = Pick<Window, 'open' | 'screen'>;
export type ListeningWindow = Pick<Window, 'addEventListener' | 'removeEventListener' | 'localStorage'> & {
  location: Pick<Location, 'origin'>;
};

/** Opens an empty popup, which browsers allow only during a click, before Google's URL is known; throws if blocked. */
export function openPopup(browser: PopupOpener = window): Window {
  const screen = browser.screen as Screen & { availLeft?: number; availTop?: number };
  const left = Math.round((screen.availLeft ?? 0) + Math.max(0, screen.width - width) / 2);
  const top = Math.round((screen.availTop ?? 0) + Math.max(0, screen.height - height) / 2);
  const features = `popup=yes,width=${width},height=${height},left=${left},top=${top}`;
  const popup = browser.open('about:blank', '_blank', features);
  if (!popup) throw new Error('Failed to open popup window');
  return popup;
}

interface PendingFlow {
  popup: Pick<Window, 'closed' | 'close'>;
  flow: string;
  /** Called once when the popup looks closed; the response may still come. */
  onMaybeClosed(): void;
  signal: AbortSignal;
}

/**
 * Waits for the response to one flow on three channels, since the opener policy of Google's pages decides which one works.
 * @throws Error with Google's error, or `cancelled` when the popup was closed for ten minutes or `signal` fires
 */
export function waitForResponse(
  { popup, flow, onMaybeClosed, signal }: PendingFlow,
  browser: ListeningWindow = window,
): Promise<OAuthResponse & { code: string }> {
  return new Promise((resolve, reject) => {
    const name = channelName(flow);
    const channel = new BroadcastChannel(name);
    let closedForMs = -1;

    const end = () => {
      clearInterval(poll);
      browser.removeEventListener('message', onMessage);
      browser.removeEventListener('storage', onStorage);
      signal.removeEventListener('abort', cancel);
      channel.close();
      popup.close();
    };
    const receive = (response: OAuthResponse | null) => {
      if (response?.flow !== flow) return;
      channel.postMessage(receivedMessage);
      tryStorage(() => browser.localStorage.removeItem(name));
      end();
      if ('code' in response) resolve(response);
      else reject(new Error(response.error));
    };
    const cancel = () => {
      end();
      reject(new Error(cancelled));
    };
    const onMessage = ({ origin, data }: MessageEvent) => {
      if (origin === browser.location.origin) receive(parseResponse(data));
    };
    const onStorage = ({ key, newValue }: StorageEvent) => {
      if (key === name) receive(parseStoredResponse(newValue));
    };
    const poll = setInterval(() => {
      if (!popup.closed) return;
      closedForMs = closedForMs < 0 ? 0 : closedForMs + pollMs;
      if (closedForMs === pollMs) onMaybeClosed();
      if (closedForMs >= popupGraceMs) cancel();
    }, pollMs);

    browser.addEventListener('message', onMessage);
    browser.addEventListener('storage', onStorage);
    channel.onmessage = ({ data }) => receive(parseResponse(data));
    signal.addEventListener('abort', cancel);
    if (signal.aborted) cancel();
  });
}
