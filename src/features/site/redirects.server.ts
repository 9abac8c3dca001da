import type { Ctx, Platform } from '../../platform/context.server.ts';
import { allRedirects } from './found-store.server.ts';

/** Where an address without a page leads, or `null`. */
export type FindRedirect = (path: string, search: string) => Promise<Response | null>;

/**
 * Looks an address up in the hosts' table of redirects, which is asked before "not found" is answered. The query goes
 * along unless the new address brings one of its own.
 */
export function findRedirects(
  platform: Pick<Platform, 'content' | 'db'>,
  headers: Record<string, string>,
): FindRedirect {
  return async (path, search) => {
    const known = await redirects(platform);
    const found = known.get(path) ?? known.get(path.replace(/\/+$/, ''));
    if (!found) return null;
    const to = found.to_path.includes('?') ? found.to_path : withQuery(found.to_path, search);
    return new Response(null, { status: Number(found.status), headers: { ...headers, Location: to } });
  };
}

const redirects = ({ content, db }: Pick<Ctx, 'content' | 'db'>) =>
  content.read(
    'redirects',
    async () => new Map((await allRedirects(db)).map((redirect) => [redirect.from_path, redirect])),
  );

function withQuery(to: string, search: string): string {
  const [path = '', anchor] = to.split('#');
  return path + search + (anchor === undefined ? '' : `#${anchor}`);
}
