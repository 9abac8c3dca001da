/** `1 guest`, `2 guests`: for plurals with a plain s. */
export const pluralize = (count: number, one: string): string => `${count} ${count === 1 ? one : `${one}s`}`;

/** Cuts a text at a word, for search results. */
export function truncate(text: string, maxLength = 160): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  // A character of two halves is never cut between them.
  const cut = plain.slice(0, maxLength - 1).replace(/[\uD800-\uDBFF]$/, '');
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > maxLength / 2 ? space : undefined).replace(/[\s,;:.–-]+$/, '')}…`;
}

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The text of HTML that was escaped by `escapeHtml`, or sanitised. */
export const unescapeHtml = (html: string): string =>
  Object.entries({ ...entities, '\u00a0': '&nbsp;' }).reduceRight(
    (text, [character, entity]) => text.replaceAll(entity, character),
    html,
  );

/** Escapes text for HTML and XML, also inside quoted attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
