/** What React did after the error: it rendered the page again, showed an error page, or gave up. */
export type ClientErrorKind = 'recovered' | 'caught' | 'uncaught';

/** An error in a browser, without data about the guest. */
export interface ClientError {
  kind: ClientErrorKind;
  message: string;
  componentStack: string;
  path: string;
}

export const clientErrorLimits = {
  messageLength: 300,
  componentStackLength: 2_000,
  pathLength: 300,
  maxReports: 3,
} as const;

const addressDetails = /(\bhttps?:[^\s?#)]*)[?#][^\s)]*/g;
const quoted = /"[^"]*"?/g;
const mail = /[^\s@<>()]+@[^\s@<>()]+/g;

/** Strips what may come from a guest: queries of URLs, quoted data (as in JSON parse errors), e-mail. */
const withoutData = (text: string): string =>
  text.replace(addressDetails, '$1').replace(quoted, '"…"').replace(mail, '…');

const summarize = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : typeof error;

export function describeClientError(
  kind: ClientErrorKind,
  error: unknown,
  componentStack: string | undefined,
  path: string,
): ClientError {
  const cause = error instanceof Error && error.cause ? `, caused by ${summarize(error.cause)}` : '';
  const { messageLength, componentStackLength, pathLength } = clientErrorLimits;
  return {
    kind,
    message: withoutData(summarize(error) + cause).slice(0, messageLength),
    componentStack: withoutData(componentStack ?? '').slice(0, componentStackLength),
    path: path.slice(0, pathLength),
  };
}
