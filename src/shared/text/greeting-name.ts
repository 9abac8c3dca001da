const plainName = /^\p{L}[\p{L}\p{M}'’ -]{0,39}$/u;

/** Null for a name with links, digits or a sentence: mail to an unconfirmed address carries no text of the sender's. */
export const greetingName = (name: string): string | null => (plainName.test(name) ? name : null);
