const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

export const codeLifetimeMs = 10 * minuteMs;

/** The specification's words (§8). */
export const invalidCode = 'Invalid OTP. Please try again.';
export const invalidAddress = 'Failed to send OTP. Please check your email address.';

/** What a person typed or pasted as a code, without the spaces and hyphens it may hold; null for what can be none. */
export function normalizeCode(text: string): string | null {
  if (text.length > 40) return null;
  const code = text.replace(/[\s-]/g, '');
  return /^[0-9]{6}$/.test(code) ? code : null;
}

/** A code of ten minutes before an hour began can still be guessed within it. */
const rationMs = hourMs + codeLifetimeMs;

/** How many codes one address gets, in each of these spans that end now. */
const sendLimits = [
  { spanMs: rationMs, codes: 5 },
  { spanMs: 24 * hourMs, codes: 30 },
];

/** Wrong guesses for the first, second, … code of 70 minutes: no more than 20 are compared in any hour. */
const guessesPerCode = [5, 5, 5, 3, 2];
/** After this many codes in a day each further one allows few guesses, so that a day never allows more than 90. */
const fullGuessesPerDay = 10;
const minGuesses = 2;

/** How long a code's sender looks back. */
export const quotaWindowMs = 24 * hourMs;

/**
 * Whether an address may get another code, and how many wrong guesses that code bears. Guesses are rationed when a code
 * is sent and not when it is used: so a stranger who uses up his own takes none from the person whose address it is.
 * @param sent the moments of the codes of the last 24 hours, oldest first
 */
export function codeQuota(sent: Date[], now: Date): { guesses: number } | { retryAfterSeconds: number } {
  const within = (spanMs: number) => sent.filter((moment) => now.getTime() - moment.getTime() < spanMs);
  const waits = sendLimits.flatMap(({ spanMs, codes }) => {
    const oldest = within(spanMs).at(-codes);
    return oldest ? [oldest.getTime() + spanMs - now.getTime()] : [];
  });
  if (waits.length > 0) return { retryAfterSeconds: Math.max(1, Math.ceil(Math.max(...waits) / 1000)) };
  if (within(24 * hourMs).length >= fullGuessesPerDay) return { guesses: minGuesses };
  return { guesses: guessesPerCode[within(rationMs).length] ?? minGuesses };
}
