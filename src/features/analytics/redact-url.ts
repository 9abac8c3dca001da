/** The pages of this site that are visits, and their slugs. */
const ourPath = /^\/(?:(?:(?:stays|blog|checkout)\/[a-z0-9-]+|shop|hosts|blog|login|account)\/?)?$/;

/**
 * What of an address may be told to others: of this site the origin and path, without query and fragment, which hold
 * session ids and messages; a path that is none of ours, and so could be anything somebody typed, is told as
 * `/elsewhere`. Of another site the origin.
 */
export function redactUrl(address: string, origin: string): string {
  const url = URL.parse(address, origin);
  if (!url || !/^https?:$/.test(url.protocol)) return '';
  if (url.origin !== origin) return `${url.origin}/`;
  return origin + (ourPath.test(url.pathname) ? url.pathname : '/elsewhere');
}
