import { AppError } from '../../../shared/errors.ts';
import { isRecord } from '../../../shared/is-record.ts';

/** What a form sends beside its fields. Both are optional: the specification's own payload has neither. */
export interface SpamSignals {
  /** The honeypot: only a robot, or a browser that fills in too much, writes into it. */
  website?: string;
  elapsedMs?: number;
}

export const minHumanMs = 2_000;

const maxLinks = 2;

/** The shortest text that two guests do not write by chance, in characters. */
const minComparableLength = 60;

const link = /https?:\/\/|\bwww\.|\[url\b|<a\s/gi;

/** Returns a message that lets a guest send again: no submission is dropped behind a pretended success. */
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

/** Drops case, white space and punctuation. @returns null for a text too short to compare */
export function normalizeForDuplicates(message: string): string | null {
  const text = message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return text.length >= minComparableLength ? text : null;
}

export const spamSignalFields = {
  website: { type: 'string', description: 'Leave it empty or out: a field that only robots fill in' },
  elapsedMs: { type: 'number', description: 'Milliseconds from showing the form to sending it, if known' },
};

/** Leaves the fields unchecked and drops signals of another type. @throws AppError `invalid` for no JSON object */
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
