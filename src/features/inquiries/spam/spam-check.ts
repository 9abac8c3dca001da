import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';

/** What a form sends beside its fields. Both are optional: the specification's own payload has neither. */
export interface SpamSignals {
  /** The honeypot: only a robot, or a browser that fills in too much, writes into it. */
  website?: string;
  /** From showing the form to sending it. */
  elapsedMs?: number;
}

/** No guest reads and fills in the form faster. */
export const minHumanMs = 2_000;

const maxLinks = 2;

/** The shortest text that two guests do not write by chance, in characters. */
const minComparableLength = 60;

const link = /https?:\/\/|\bwww\.|\[url\b|<a\s/gi;

/**
 * Returns why a submission looks like a robot's, in a message that a guest can follow to send again, or null. Nothing is
 * ever dropped behind a pretended success. Signs: a filled honeypot (the form empties it before a retry), less than two
 * seconds from showing the form to sending it, more than two links.
 */
export function detectSpam(
  texts: { name: string; message: string },
  signals: SpamSignals,
): SpamVerdict | null {
  if (typeof signals.website === 'string' && signals.website.trim() !== '') {
    return {
      message: 'Please wait a moment and send the form again.',
      fields: { website: 'Please leave this field empty' },
    };
  }
  if (typeof signals.elapsedMs === 'number' && signals.elapsedMs < minHumanMs) {
    return { message: 'That was very quick! Please wait a moment and send the form again.' };
  }
  if (countLinks(`${texts.name}\n${texts.message}`) > maxLinks) {
    const message = `Message can hold at most ${maxLinks} links`;
    return { message: `${message}. Please remove some and send the form again.`, fields: { message } };
  }
  return null;
}

export interface SpamVerdict {
  message: string;
  fields?: Record<string, string>;
}

/** Counts web links, also in the spellings of forums and HTML. */
export const countLinks = (text: string): number => text.match(link)?.length ?? 0;

/**
 * Reduces a message to what counts as "the same text": without case, white space and punctuation.
 * @returns null for a text too short to compare
 */
export function normalizeForDuplicates(message: string): string | null {
  const text = message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return text.length >= minComparableLength ? text : null;
}

/** The signals as the API's own pages describe them. */
export const spamSignalFields = {
  website: { type: 'string', description: 'Leave it empty or out: a field that only robots fill in' },
  elapsedMs: { type: 'number', description: 'Milliseconds from showing the form to sending it, if known' },
};

/**
 * Splits a submission into its unchecked fields and its signals; a signal of another type counts as left out.
 * @throws AppError `invalid` for what is no JSON object
 */
export function parseSubmission(input: unknown): { fields: Record<string, unknown>; signals: SpamSignals } {
  if (!isRecord(input)) throw new AppError('invalid', 'Please send the form as a JSON object.');
  const { website, elapsedMs } = input;
  return {
    fields: input,
    signals: {
      website: typeof website === 'string' ? website : undefined,
      elapsedMs: typeof elapsedMs === 'number' ? elapsedMs : undefined,
    },
  };
}
