import { isDate } from '../dates.ts';
import { isEmail } from '../text/email.ts';
import { isSlug } from '../text/slug.ts';
import { isUuid } from '../uuid.ts';

const timeShape = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,9})?(Z|[+-](0\d|1[0-5]):[0-5]\d)$/i;
const sitePath = /^\/(?![/\\])[^\s\\\p{Cc}]*$/u;
const webAddress = /^https?:\/\/[^\s\\\p{Cc}]+$/iu;

/** A moment as RFC 3339 writes it, with its offset; no leap second, at most nine decimals; in UTC, too, from year 1 to 9999. */
export function isDateTime(text: string): boolean {
  const isWritten =
    isDate(text.slice(0, 10)) && /^t$/i.test(text.charAt(10)) && timeShape.test(text.slice(11));
  return isWritten && isDate(new Date(text.toUpperCase()).toISOString().slice(0, 10));
}

/** An http(s) address without a user name or password, or a path on this site. */
export function isLink(text: string): boolean {
  if (sitePath.test(text)) return true;
  if (!webAddress.test(text) || !URL.canParse(text)) return false;
  const { username, password } = new URL(text);
  return username === '' && password === '';
}

/** The http(s) address of a calendar: `webcal` is another name of http (IANA), which is read with TLS; schemes have no case. */
export const toFeedUrl = (text: string): string =>
  text.replace(/^webcals?:\/\//i, 'https://').replace(/^https?:/i, (scheme) => scheme.toLowerCase());

const isFeedUrl = (text: string): boolean => {
  const url = toFeedUrl(text);
  return /^https?:/.test(url) && isLink(url);
};

type Format = { accepts: (text: string) => boolean; problem: string };

/** The formats whose errors name them. A format in neither map only chooses a widget. */
export const namedFormats: ReadonlyMap<string, Format> = new Map([
  ['email', { accepts: isEmail, problem: 'is not a valid email' }],
  ['date', { accepts: isDate, problem: 'must be a valid date' }],
  ['date-time', { accepts: isDateTime, problem: 'must be a valid date' }],
]);

/** The formats that work like a pattern: checked after the lengths, rejected as 'is not valid'. */
export const patternFormats: ReadonlyMap<string, Format['accepts']> = new Map([
  ['uri', isLink],
  ['feed-uri', isFeedUrl],
  ['uuid', isUuid],
  ['slug', isSlug],
]);
