/** Google's response to one flow, the `state` of its request: a code to exchange, or an error. */
export type OAuthResponse = { type: 'google-sign-in'; flow: string } & ({ code: string } | { error: string });

/** The message by which the waiting tab acknowledges a response, so that the callback page may close. */
export const receivedMessage = 'google-sign-in-taken';

/** Names both the broadcast channel of a flow and its key in local storage. */
export const channelName = (flow: string): string => `google-sign-in:${flow}`;

export const noResponse = 'No OAuth code or error found in URL parameters.';

const maxTextLength = 4_096;

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value.length <= maxTextLength;

/** Parses a message; null for anything but exactly a response. Runs no getters. */
export function parseResponse(message: unknown): OAuthResponse | null {
  if (typeof message !== 'object' || message === null) return null;
  const entries = Object.entries(Object.getOwnPropertyDescriptors(message));
  const fields = Object.fromEntries(entries.map(([key, { value }]) => [key, value as unknown]));
  const { type, flow, code, error } = fields;
  if (entries.length !== 3 || type !== 'google-sign-in' || !isText(flow)) return null;
  if (isText(code) && code !== '') return { type, flow, code };
  return isText(error) ? { type, flow, error } : null;
}

export function parseStoredResponse(text: string | null): OAuthResponse | null {
  try {
    return isText(text) ? parseResponse(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

export function responseFromUrl(search: URLSearchParams): OAuthResponse | null {
  const flow = search.get('state') ?? '';
  const [code, error] = [search.get('code'), search.get('error')];
  if (code) return parseResponse({ type: 'google-sign-in', flow, code });
  if (error === null) return null;
  return parseResponse({ type: 'google-sign-in', flow, error: error || 'OAuth authorization failed' });
}

export const parseFlow = (redirectUrl: string): string =>
  new URL(redirectUrl).searchParams.get('state') ?? '';

/** Ignores blocked local storage: its mere mention throws in a browser that stores no site data. */
export function tryStorage(use: () => void): void {
  try {
    use();
  } catch {
    // The other channels remain.
  }
}

const storedForMs = 500;
const relayTimeoutMs = 4_000;

export type RelayWindow = Pick<Window, 'localStorage'> & {
  opener: Pick<Window, 'closed' | 'postMessage'> | null;
  location: Pick<Location, 'origin'>;
};

/** Relays a response from the callback page to the tab of its flow; returns whether that acknowledged it in 4 s. */
export function relayToOpener(response: OAuthResponse, browser: RelayWindow = window): Promise<boolean> {
  const name = channelName(response.flow);
  return new Promise((resolve) => {
    const channel = new BroadcastChannel(name);
    const end = (isReceived: boolean) => {
      clearTimeout(timer);
      channel.close();
      tryStorage(() => browser.localStorage.removeItem(name));
      resolve(isReceived);
    };
    const timer = setTimeout(() => end(false), relayTimeoutMs);
    channel.onmessage = ({ data }) => {
      if (data === receivedMessage) end(true);
    };
    if (browser.opener && !browser.opener.closed) {
      browser.opener.postMessage(response, browser.location.origin);
    } else {
      tryStorage(() => browser.localStorage.setItem(name, JSON.stringify(response)));
      setTimeout(() => tryStorage(() => browser.localStorage.removeItem(name)), storedForMs);
    }
    channel.postMessage(response);
  });
}
