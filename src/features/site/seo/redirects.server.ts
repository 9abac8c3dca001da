import type { Ctx, Platform } from '../../../platform/context.server.ts';
import { allRedirects } from '../store.server.ts';

/** `null` without a redirect. */
export type FindRedirect = (path: string, search: string) => Promise<Response | null>;

interface Redirect {
  to: string;
  status: number;
}

/**
 * Looks up the hosts' redirects before a 404. The query is kept unless the target has its own; loops are
 * ignored.
 */
export function createRedirects(
  platform: Pick<Platform, 'content' | 'db'>,
  headers: Record<string, string>,
): FindRedirect {
  return async (path, search) => {
    const ways = await redirects(platform);
    const found = match(ways, path);
    if (!found || isLoop(ways, found)) return null;
    const to = found.to.includes('?') ? found.to : withQuery(found.to, search);
    return new Response(null, { status: found.status, headers: { ...headers, Location: to } });
  };
}

const redirects = ({ content, db }: Pick<Ctx, 'content' | 'db'>) =>
  content.read(
    'redirects',
    async () =>
      new Map(
        (await allRedirects(db)).map(({ from_path, to_path, status }): [string, Redirect] => [
          inAscii(from_path),
          { to: inAscii(to_path), status: Number(status) },
        ]),
      ),
  );

/** As browsers send it and headers can carry it. */
const inAscii = (address: string): string => address.replace(/[^\x21-\x7e]+/g, encodeURIComponent);

const match = (ways: Map<string, Redirect>, path: string): Redirect | undefined =>
  ways.get(path) ?? ways.get(path.replace(/\/+$/, ''));

/** The table rejects loops, but not one that closes behind a slash. */
function isLoop(ways: Map<string, Redirect>, first: Redirect): boolean {
  const passed = new Set<Redirect>();
  for (let way: Redirect | undefined = first; way; way = match(ways, way.to.split(/[?#]/)[0] ?? '')) {
    if (passed.has(way)) return true;
    passed.add(way);
  }
  return false;
}

function withQuery(to: string, search: string): string {
  const [path = '', anchor] = to.split('#');
  return path + search + (anchor === undefined ? '' : `#${anchor}`);
}
