const code = String.raw`\b(?:door |access |entry )?codes?\b`;
const sending = String.raw`\b(?:send|sends|sent|mail|mails|mailed|text|texted)\b`;
/** Matches one sentence with both words, in either order. */
const promise = new RegExp(`${sending}[^.!?\n]*${code}|${code}[^.!?\n]*${sending}`, 'i');

/** Whether the notes of a home mention that guests are sent a code. */
export const promisesCode = (notes: string): boolean => promise.test(notes);
