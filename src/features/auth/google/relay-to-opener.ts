import { channelName, type OAuthResponse, receivedMessage, tryStorage } from './oauth-response.ts';

const storedForMs = 500;
const relayTimeoutMs = 4_000;

/** As much of the callback page's window as passing an answer on needs. */
export type RelayWindow = Pick<Window, 'localStorage'> & {
  opener: Pick<Window, 'closed' | 'postMessage'> | null;
  location: Pick<Location, 'origin'>;
};

/**
 * Passes Google's answer on to the tab that began the flow: by message to the opener, or through local storage where
 * there is none, and by broadcast in any case. Local storage holds it for half a second; one that is blocked is left out.
 * @returns whether that tab has taken it; false when none did within four seconds
 */
export function relayToOpener(response: OAuthResponse, browser: RelayWindow = window): Promise<boolean> {
  const place = channelName(response.flow);
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(place);
    const end = (isTaken: boolean) => {
      clearTimeout(timer);
      channel.close();
      tryStorage(() => browser.localStorage.removeItem(place));
      resolve(isTaken);
    };
    const timer = setTimeout(() => end(false), relayTimeoutMs);
    channel.onmessage = ({ data }) => {
      if (data === receivedMessage) end(true);
    };
    if (browser.opener && !browser.opener.closed) {
      browser.opener.postMessage(response, browser.location.origin);
    } else {
      tryStorage(() => browser.localStorage.setItem(place, JSON.stringify(response)));
      setTimeout(() => tryStorage(() => browser.localStorage.removeItem(place)), storedForMs);
    }
    channel.postMessage(response);
  });
}
