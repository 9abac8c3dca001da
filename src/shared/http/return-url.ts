/** Any origin will do, to see whether a URL leaves it. */
const here = 'http://here.invalid';
const maxLength = 2_000;

const noReturn = /^\/(login|auth|api)(\/|$)/;

/**
 * Returns `value` as path, query and fragment of this site. Text that could lead elsewhere under any interpretation
 * (`//evil`, `/\evil`, `javascript:`, tabs, encoded slashes), or back to signing in, becomes the fallback. It
 * is parsed twice, by the URL standard and as a path, since browsers and routers differ.
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

/** The sign-in URL that returns to this page, without its search where that is too long. */
export function loginUrl({ pathname, search }: { pathname: string; search: string }): `/login?${string}` {
  const returnUrl = safeReturnUrl(pathname + search, pathname);
  return `/login?returnUrl=${pathname}${encodeURIComponent(returnUrl.slice(pathname.length))}`;
}

const isPlain = (text: string): boolean => !/[\p{C}\p{Z}\\]/u.test(text);

/** Removes every layer of percent-encoding; null for a malformed or endless one. */
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
