import { hourMs, minuteMs } from '../../../shared/durations.ts';

export const codeLifetimeMs = 10 * minuteMs;

export const invalidCode = 'Invalid OTP. Please try again.';
export const invalidAddress = 'Failed to send OTP. Please check your email address.';

/** Removes the spaces and hyphens of a typed or pasted code; a longer text is none, and stays as it is. */
export const normalizeCode = (text: string): string => (text.length > 40 ? text : text.replace(/[\s-]/g, ''));

// A code sent ten minutes before an hour begins can still be guessed within it.
const guessWindowMs = hourMs + codeLifetimeMs;

const sendLimits = [
  { windowMs: guessWindowMs, codes: 5 },
  { windowMs: 24 * hourMs, codes: 30 },
];

/** Wrong guesses for the first, second, … code of 70 minutes: at most 20 are compared in any hour. */
const guessesPerCode = [5, 5, 5, 3, 2];
// Each code after the tenth of a day allows two guesses, so that a day never allows more than 90.
const fullGuessesPerDay = 10;
const minGuesses = 2;

export const quotaWindowMs = 24 * hourMs;

/**
 * Returns how many wrong guesses a new code allows; `sent` has the times of the codes of 24 hours, oldest first. The
 * quota is used when a code is sent, not when it is tried, so that a stranger's guesses use up nothing of the address's
 * owner.
 */
export function codeQuota(sent: Date[], now: Date): { guesses: number } | { retryAfterSeconds: number } {
  const within = (windowMs: number) => sent.filter((sentAt) => now.getTime() - sentAt.getTime() < windowMs);
  const waitsMs = sendLimits.flatMap(({ windowMs, codes }) => {
    const oldest = within(windowMs).at(-codes);
    return oldest ? [oldest.getTime() + windowMs - now.getTime()] : [];
  });
  if (waitsMs.length > 0) return { retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waitsMs) / 1000)) };
  if (within(24 * hourMs).length >= fullGuessesPerDay) return { guesses: minGuesses };
  return { guesses: guessesPerCode[within(guessWindowMs).length] ?? minGuesses };
}
