/** A count and its noun, `1 guest` or `2 guests`; for nouns whose plural ends in a plain s. */
export const pluralize = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;
