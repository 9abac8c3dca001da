const maxLength = 254;
const oneAsciiLine = /^[\t\x20-\x7e]*$/;
const localPart = /^[a-z0-9_'+&*/=?^{}~#$-]+(?:\.[a-z0-9_'+&*/=?^{}~#$-]+)*$/;
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;
const topLabel = /^(?:[a-z]{2,63}|xn--[a-z0-9-]{1,59})$/;

/**
 * Normalises an address to the one form that is stored, compared and mailed: trimmed, lower case. Nothing is
 * mapped: non-ASCII (full-width, look-alike, or changed by NFKC), quoted local parts, comments, lists, address
 * literals, line breaks and the routing signs `%` and `!` are rejected.
 * @returns null unless it is one plain address of at most 254 characters
 */
export function canonicalEmail(input: string): string | null {
  if (input.length > 2 * maxLength || !oneAsciiLine.test(input)) return null;
  const address = input.replace(/^[ \t]+|[ \t]+$/g, '').toLowerCase();
  if (address.length > maxLength) return null;
  const [local = '', domain = '', ...rest] = address.split('@');
  if (rest.length > 0 || local.length > 64 || !localPart.test(local)) return null;
  return isDomain(domain) ? address : null;
}

export const isEmail = (text: string): boolean => text === text.trim() && canonicalEmail(text) !== null;

function isDomain(domain: string): boolean {
  const labels = domain.split('.');
  const top = labels.at(-1) ?? '';
  return labels.length > 1 && labels.every((part) => label.test(part)) && topLabel.test(top);
}
