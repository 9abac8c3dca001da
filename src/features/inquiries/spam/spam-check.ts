import type { SpamSignals } from './contract.server.ts';

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
