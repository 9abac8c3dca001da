/** Any origin will do: what is asked is whether an address leaves it. */
const here = 'http://here.invalid';
const maxLength = 2_000;

/** Places that sign-in must not lead back to: itself, and addresses that are no pages. */
const noReturn = /^\/(login|auth|api)(\/|$)/;

/**
 * The page of this site that a `returnUrl` names, as path, query and fragment. Anything that could lead to another site
 * under any reading (`//evil`, `/\evil`, `javascript:`, tabs, encoded slashes), or back to signing in, is the fallback.
 * The value is read twice, by the rules of the URL standard and as a path, since browsers and routers differ.
 */
export function safeReturnUrl(value: string | null | undefined, fallback = '/'): string {
  if (!value || value.length > maxLength || !value.startsWith('/') || !isPlain(value)) return fallback;
  const url = URL.parse(value, here);
  if (!url || url.origin !== here || url.username !== '' || url.password !== '') return fallback;
  const path = decoded(url.pathname);
  if (path === null || !isPlain(path) || path.startsWith('//')) return fallback;
  if (noReturn.test(path.toLowerCase().replace(/\/{2,}/g, '/'))) return fallback;
  return url.pathname + url.search + url.hash;
}

/** Without control characters, white space and backslashes, which readers drop or take for slashes. */
const isPlain = (text: string): boolean => !/[\p{C}\p{Z}\\]/u.test(text);

/** A path after every layer of percent-encoding; null for one that is malformed or wrapped without end. */
function decoded(path: string): string | null {
  let text = path;
  for (let layer = 0; layer < 5; layer += 1) {
    let inner: string;
    try {
      inner = decodeURIComponent(text);
    } catch {
      return null;
    }
    if (inner === text) return text;
    text = inner;
  }
  return null;
}
