import type { Ctx, Platform } from '../../platform/context.server.ts';
import { allRedirects } from './found-store.server.ts';

/** Where an address without a page leads, or `null`. */
export type FindRedirect = (path: string, search: string) => Promise<Response | null>;

interface Way {
  to: string;
  status: number;
}

/**
 * Looks an address up in the hosts' table of redirects, which is asked before "not found" is answered. The query goes
 * along unless the new address brings one of its own. Where redirects lead round in a circle, they lead nowhere.
 */
export function findRedirects(
  platform: Pick<Platform, 'content' | 'db'>,
  headers: Record<string, string>,
): FindRedirect {
  return async (path, search) => {
    const ways = await redirects(platform);
    const found = wayFrom(ways, path);
    if (!found || leadsBack(ways, found)) return null;
    const to = found.to.includes('?') ? found.to : withQuery(found.to, search);
    return new Response(null, { status: found.status, headers: { ...headers, Location: to } });
  };
}

const redirects = ({ content, db }: Pick<Ctx, 'content' | 'db'>) =>
  content.read(
    'redirects',
    async () =>
      new Map(
        (await allRedirects(db)).map(({ from_path, to_path, status }): [string, Way] => [
          inAscii(from_path),
          { to: inAscii(to_path), status: Number(status) },
        ]),
      ),
  );

/** An address as browsers send it and as a header can carry it. */
const inAscii = (address: string): string => address.replace(/[^\x21-\x7e]+/g, encodeURIComponent);

const wayFrom = (ways: Map<string, Way>, path: string): Way | undefined =>
  ways.get(path) ?? ways.get(path.replace(/\/+$/, ''));

/** Whether a browser would come by again: the table refuses a circle, but not one that closes behind a slash. */
function leadsBack(ways: Map<string, Way>, first: Way): boolean {
  const passed = new Set<Way>();
  for (let way: Way | undefined = first; way; way = wayFrom(ways, way.to.split(/[?#]/)[0] ?? '')) {
    if (passed.has(way)) return true;
    passed.add(way);
  }
  return false;
}

function withQuery(to: string, search: string): string {
  const [path = '', anchor] = to.split('#');
  return path + search + (anchor === undefined ? '' : `#${anchor}`);
}
