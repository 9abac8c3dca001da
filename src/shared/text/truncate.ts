/** A text cut at a word so that a result page shows it whole. */
export function truncate(text: string, maxLength = 160): string {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (plain.length <= maxLength) return plain;
  const cut = plain.slice(0, maxLength - 1);
  const space = cut.lastIndexOf(' ');
  return `${cut.slice(0, space > maxLength / 2 ? space : undefined).replace(/[\s,;:.–-]+$/, '')}…`;
}
