export const defaultMessage = 'An unexpected error occurred during payment processing. Please try again.';

const maxMessageLength = 300;

/** CSI and OSC sequences with their arguments, then any other escape. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is matched
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-Z\\^_]?/g;
/** Invisible characters that change their neighbours: directions, joins, fillers. */
const invisible = /[\p{Cf}\p{Co}\p{Cs}]/gu;
const breaks = /[\p{Cc}\p{Z}]+/gu;

/** Cleans the message of the error page's URL, which anyone can write: one line of plain text, at most 300 characters. */
export function sanitizeCheckoutMessage(message: string | null): string {
  const text = (message ?? '').replace(escapes, '').replace(invisible, '').replace(breaks, ' ').trim();
  const characters = [...text];
  if (characters.length === 0) return defaultMessage;
  if (characters.length <= maxMessageLength) return text;
  return `${characters
    .slice(0, maxMessageLength - 1)
    .join('')
    .trimEnd()}…`;
}

/** Whether the payment service is not ready, which no guest can mend. */
export const isServiceIssue = (message: string): boolean => /stripe|seller hasn['’]t set up/i.test(message);
