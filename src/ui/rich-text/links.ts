import { isLink } from '../../shared/forms/formats.ts';

const plainAddress = /^(mailto|tel):[^\s\\\p{Cc}]+$/iu;

/** Allows http(s), mailto and tel URLs, and paths on this site. */
export const mayLead = (address: string): boolean => isLink(address) || plainAddress.test(address);

/** Completes what was typed: `example.com/x` to a URL, `a@b.example` to an e-mail link. */
export function meantAddress(typed: string): string {
  const text = typed.trim();
  if (text === '' || mayLead(text)) return text;
  if (/^[^\s@/:]+@[^\s@/:]+\.[^\s@/:]+$/.test(text)) return `mailto:${text}`;
  return /^[a-z0-9-]+(\.[a-z0-9-]+)+([/?#]|$)/i.test(text) ? `https://${text}` : text;
}

/** The path on this site, or null: pages show no other images. */
export function imagePath(address: string, origin = globalThis.location?.origin): string | null {
  const text = address.trim();
  if (!isLink(text)) return null;
  if (text.startsWith('/')) return text;
  const url = new URL(text);
  return url.origin === origin ? `${url.pathname}${url.search}` : null;
}
