import { formatDate } from '../../../shared/dates.ts';
import { placeholderNames, stayPlaceholders } from '../../../shared/placeholder-names.ts';
import { greetingName } from '../../../shared/text/greeting-name.ts';

type Name = (typeof placeholderNames)[number];

/** The values of placeholders; `null` if a thread has none. */
export type PlaceholderValues = Record<Name, string | null>;
export type StayValues = Record<(typeof stayPlaceholders)[number], string>;

interface Subject {
  guestName: string;
  propertyTitle: string;
  checkin: string;
  checkout: string;
  guests: number;
  bookingCode: string | null;
}

const noStay = Object.fromEntries(stayPlaceholders.map((name) => [name, null])) as Record<
  keyof StayValues,
  null
>;

/** @param stay of a booking's thread */
export const placeholderValues = (
  thread: Subject,
  host: string,
  stay: StayValues | null = null,
): PlaceholderValues => ({
  ...(stay ?? noStay),
  guest: greetingName(thread.guestName) ?? 'there',
  home: thread.propertyTitle,
  dates: `${formatDate(thread.checkin)} to ${formatDate(thread.checkout)}`,
  checkin: formatDate(thread.checkin),
  checkout: formatDate(thread.checkout),
  guests: String(thread.guests),
  code: thread.bookingCode,
  host: host || null,
});

const placeholder = /\{ ?([A-Za-z_]{1,40}) ?\}/g;
/** Matches any braces, even with text that cannot be the name of a placeholder. */
const braces = /\{ ?([^{}]*?) ?\}/g;

/** The most characters of an unknown placeholder that the message repeats. */
const maxNamed = 60;

const isName = (name: string): name is Name => (placeholderNames as readonly string[]).includes(name);

/** The message about invalid placeholders or other braces in a template; `null` if it is valid. */
export const templateProblem = (text: string): string | null => unknownPlaceholder(text, braces);

function unknownPlaceholder(text: string, pattern: RegExp): string | null {
  const [unknown] = [...text.matchAll(pattern)].filter(([, name = '']) => !isName(name));
  if (!unknown) return null;
  const list = placeholderNames.map((name) => `{${name}}`).join(', ');
  return `There is no placeholder ${unknown[0].slice(0, maxNamed)}; there are ${list}`;
}

/** Fills the placeholders of a text, in which other braces are text. `problem` is the message about one that cannot be filled. */
export function fillPlaceholders(
  text: string,
  values: PlaceholderValues,
): { text: string; problem: string | null } {
  let problem = unknownPlaceholder(text, placeholder);
  const filled = text.replaceAll(placeholder, (whole: string, name: string) => {
    const value = isName(name) ? values[name] : null;
    if (value === null) problem ??= `There is nothing to put in place of ${whole} in this conversation`;
    return value ?? whole;
  });
  return { text: filled, problem };
}
