import { isLink } from '../../shared/forms/formats.ts';

const plainAddress = /^(mailto|tel):[^\s\\\p{Cc}]+$/iu;

/** Whether a text may lead somewhere: an http(s), mailto or tel address, or a path on this site. */
export const mayLead = (address: string): boolean => isLink(address) || plainAddress.test(address);

/** What somebody who typed an address means: `example.com/x` is a web address, `a@b.example` an e-mail address. */
export function meantAddress(typed: string): string {
  const text = typed.trim();
  if (text === '' || mayLead(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]|$)/i.test(text) ? `https://${text}` : text;
}

/** A picture's address as a path on this site, or null when it lies elsewhere: pages show no others. */
export function imagePath(address: string, origin = globalThis.location?.origin): string | null {
  const text = address.trim();
  if (!isLink(text)) return null;
  if (text.startsWith('/')) return text;
  const url = new URL(text);
  return url.origin === origin ? `${url.pathname}${url.search}` : null;
}
