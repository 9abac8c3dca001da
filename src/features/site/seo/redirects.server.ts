import type { Platform } from '../../../platform/context.server.ts';
import { guestRedirects } from '../content/store.server.ts';

/** `null` without a redirect. */
export type FindRedirect = (path: string, search: string) => Promise<Response | null>;

type RedirectReader = Pick<Platform, 'content' | 'db' | 'settings'>;

interface PathRedirect {
  to: string;
  status: number;
}

/** Looks up the hosts' redirects before a 404. The query is kept unless the target has its own; loops are ignored. */
export function createRedirects(platform: RedirectReader, headers: Record<string, string>): FindRedirect {
  return async (path, search) => {
    const redirects = await loadRedirects(platform);
    const redirect = match(redirects, path);
    if (!redirect || isLoop(redirects, redirect)) return null;
    const to = redirect.to.includes('?') ? redirect.to : withQuery(redirect.to, search);
    return new Response(null, { status: redirect.status, headers: { ...headers, Location: to } });
  };
}

const loadRedirects = ({ content, db, settings }: RedirectReader) =>
  content.read(
    'redirects',
    async () =>
      new Map(
        (await guestRedirects({ db, settings })).map(
          ({ from_path, to_path, status }): [string, PathRedirect] => [
            toAscii(from_path),
            { to: toAscii(to_path), status: Number(status) },
          ],
        ),
      ),
  );

/** Encodes a URL as browsers send it and headers can carry it. */
const toAscii = (url: string): string => url.replace(/[^\x21-\x7e]+/g, encodeURIComponent);

const match = (redirects: Map<string, PathRedirect>, path: string): PathRedirect | undefined =>
  redirects.get(path) ?? redirects.get(path.replace(/\/+$/, ''));

/** The table rejects loops, but not one that closes behind a slash. */
function isLoop(redirects: Map<string, PathRedirect>, first: PathRedirect): boolean {
  const passed = new Set<PathRedirect>();
  for (
    let next: PathRedirect | undefined = first;
    next;
    next = match(redirects, next.to.split(/[?#]/)[0] ?? '')
  ) {
    if (passed.has(next)) return true;
    passed.add(next);
  }
  return false;
}

function withQuery(to: string, search: string): string {
  const [path = '', anchor] = to.split('#');
  return path + search + (anchor === undefined ? '' : `#${anchor}`);
}
