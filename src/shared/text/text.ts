/** A count and its noun, `1 guest` or `2 guests`; for nouns whose plural ends in a plain s. */
export const pluralize = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** The `tel:` link of a phone number as people write it. */
export const telHref = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

/** A text cut at a word so that a result page shows it whole. */
export function truncate(text: string, maxLength = 160): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  const cut = plain.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > maxLength / 2 ? space : undefined).replace(/[\s,;:.–-]+$/, '')}…`;
}
