/** What became of the page: React rendered it again, showed an error page, or gave up. */
export type ClientErrorKind = 'recovered' | 'caught' | 'uncaught';

/** An error in a guest's browser, as it is reported: nothing about the guest. */
export interface ClientError {
  kind: ClientErrorKind;
  message: string;
  componentStack: string;
  /** Path of the page, without its search. */
  path: string;
}

export const clientErrorLimits = {
  messageLength: 300,
  componentStackLength: 2_000,
  pathLength: 300,
  /** Reports of one document. */
  maxReports: 3,
} as const;

const addressDetails = /(\bhttps?:[^\s?#)]*)[?#][^\s)]*/g;
const quoted = /"[^"]*"?/g;
const mail = /[^\s@<>()]+@[^\s@<>()]+/g;

/** Leaves out what may come from a guest: searches of addresses, quoted data (of JSON that fails to parse), mail. */
const withoutData = (text: string): string =>
  text.replace(addressDetails, '$1').replace(quoted, '"…"').replace(mail, '…');

const summarize = (error: unknown): string =>
  error instanceof Error ? `${error.name}: ${error.message}` : typeof error;

/** Describes an error for its report, within the limits. */
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
