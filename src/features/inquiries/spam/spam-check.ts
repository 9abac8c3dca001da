/**
 * What a form of guests sends beside its fields, to tell robots from people. Both may be left out: programs that use
 * the API, and the specification's own payload, know neither.
 */
export interface SpamSignals {
  /** A field that people cannot see; only a robot, or a browser that fills in too much, writes into it. */
  website?: string;
  /** Milliseconds from the moment the form was shown to the moment it was sent. */
  elapsedMs?: number;
}

/** Nobody reads and fills in the form faster than this. */
export const shortestHumanMs = 2_000;

/** More links than a person puts into a question about a home. */
const maxLinks = 2;

/** The shortest text that two people do not write by chance, in characters. */
const minComparableLength = 60;

const link = /https?:\/\/|\bwww\.|\[url\b|<a\s/gi;

/**
 * Why a submission looks like a robot's, in words for a person, who can follow them and send again; null when nothing
 * speaks against it. Nothing is ever dropped behind a pretended success.
 *
 * - The hidden field is filled in: the form empties it, so that sending again succeeds.
 * - The form was sent less than two seconds after it was shown: waiting a moment succeeds.
 * - The texts hold more than two links: removing them succeeds.
 */
export function detectSpam(texts: { name: string; message: string }, signs: SpamSignals): SpamVerdict | null {
  if (typeof signs.website === 'string' && signs.website.trim() !== '') {
    return {
      message: 'Please wait a moment and send the form again.',
      fields: { website: 'Please leave this field empty' },
    };
  }
  if (typeof signs.elapsedMs === 'number' && signs.elapsedMs < shortestHumanMs) {
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

/** How many web links a text holds, also in the spellings that forums and HTML use. */
export const countLinks = (text: string): number => text.match(link)?.length ?? 0;

/**
 * The part of a message that counts as "the same text": without case, white space and punctuation.
 * @returns null for texts too short to tell anything
 */
export function normalizeForDuplicates(message: string): string | null {
  const text = message.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');
  return text.length >= minComparableLength ? text : null;
}
