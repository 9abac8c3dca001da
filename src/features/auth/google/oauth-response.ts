/** What Google said to one sign-in: a code to exchange, or why there is none. `flow` is the `state` of its request. */
export type OAuthResponse = { type: 'google-sign-in'; flow: string } & ({ code: string } | { error: string });

/** What the tab that waited says back, so that the callback page knows that it may go. */
export const receivedMessage = 'google-sign-in-taken';

/** Both the channel on which an answer is told and the key under which it lies in local storage for a moment. */
export const channelName = (flow: string): string => `google-sign-in:${flow}`;

export const noAnswer = 'No OAuth code or error found in URL parameters.';

const longest = 4_096;

const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= longest;

/** The answer in a message, or null for anything that is not exactly one. Reads no getters. */
export function parseResponse(message: unknown): OAuthResponse | null {
  if (typeof message !== 'object' || message === null) return null;
  const entries = Object.entries(Object.getOwnPropertyDescriptors(message));
  const found = Object.fromEntries(entries.map(([key, { value }]) => [key, value as unknown]));
  const { type, flow, code, error } = found;
  if (entries.length !== 3 || type !== 'google-sign-in' || !isText(flow)) return null;
  if (isText(code) && code !== '') return { type, flow, code };
  return isText(error) ? { type, flow, error } : null;
}

/** The answer as it lay in local storage. */
export function readStoredAnswer(text: string | null): OAuthResponse | null {
  try {
    return isText(text) ? parseResponse(JSON.parse(text)) : null;
  } catch {
    return null;
  }
}

/** The answer in the address of the callback page. An error's words stand in for an empty one. */
export function responseFromUrl(search: URLSearchParams): OAuthResponse | null {
  const flow = search.get('state') ?? '';
  const [code, error] = [search.get('code'), search.get('error')];
  if (code) return parseResponse({ type: 'google-sign-in', flow, code });
  if (error === null) return null;
  return parseResponse({ type: 'google-sign-in', flow, error: error || 'OAuth authorization failed' });
}

/** The flow that a request to Google belongs to. */
export const parseFlow = (redirectUrl: string): string =>
  new URL(redirectUrl).searchParams.get('state') ?? '';

/** Uses local storage where it may be used: a browser that keeps no data of sites throws at its mere mention. */
export function tryStorage(use: () => void): void {
  try {
    use();
  } catch {
    // The other ways to tell an answer remain.
  }
}
