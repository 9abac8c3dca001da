/** What the error page says when its address brings no words of its own (§2). */
export const defaultMessage = 'An unexpected error occurred during payment processing. Please try again.';

const maxMessageLength = 300;

/** Terminal colours and the like: CSI and OSC sequences with their arguments, then any other escape. */
const escapes =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  /(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]?|\u001b\][^\u0007\u001b]*(?:\u0007|\u001b\\)?|\u001b[@-Z\\^_]?/g;
/** Characters that are not seen but change how their neighbours are: directions, joins, fillers. */
const unseen = /[\p{Cf}\p{Co}\p{Cs}]/gu;
const breaks = /[\p{Cc}\p{Z}]+/gu;

/**
 * The message in the error page's address, fit to be shown: anybody can write such an address, so it is plain text on
 * one line, at most 300 characters long, without anything that turns, hides or colours text.
 */
export function readCheckoutMessage(message: string | null): string {
  const text = (message ?? '').replace(escapes, '').replace(unseen, '').replace(breaks, ' ').trim();
  const characters = [...text];
  if (characters.length === 0) return defaultMessage;
  if (characters.length <= maxMessageLength) return text;
  return `${characters
    .slice(0, maxMessageLength - 1)
    .join('')
    .trimEnd()}…`;
}

/** Whether the words say that the payment service is not ready, which no guest can mend. */
export const isServiceIssue = (message: string): boolean => /stripe|seller hasn['’]t set up/i.test(message);
