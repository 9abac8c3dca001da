import { readdir, realpath, stat } from 'node:fs/promises';
import path from 'node:path';

/** The other releases to serve: the one before and the one after the running release, or the two before. */
const maxReleases = 2;
const scriptPath = /^\/assets\/[\w.-]+$/;

/** Finds the file of a path in another release; `null`: in none. */
export type FindInReleases = (pathname: string) => Promise<string | null>;

/**
 * Finds scripts, styles and fonts of the releases that were built last beside this one. Their names hold a hash of what is in
 * them, so that pages which were opened before a deployment, or at a process of the other release, find their own.
 * @param releasesFolder has one folder for each release, and may have links to them
 * @param clientFolder of this release, with its browser's files
 */
export function createReleaseFiles(releasesFolder: string, clientFolder: string): FindInReleases {
  return async (pathname) => {
    if (!scriptPath.test(pathname)) return null;
    for (const client of await otherClients(releasesFolder, clientFolder)) {
      const file = path.join(client, pathname);
      if ((await stat(file).catch(() => null))?.isFile()) return file;
    }
    return null;
  };
}

/** The folders of the browser's files of other releases, the one that was built last first. */
async function otherClients(releasesFolder: string, clientFolder: string): Promise<string[]> {
  const names = await readdir(releasesFolder).catch(() => []);
  const places = names.map((name) => path.join(releasesFolder, name, 'build', 'client'));
  const folders = new Set(await Promise.all(places.map(resolve)));
  folders.delete(await resolve(clientFolder));
  const built = await Promise.all([...folders].map(builtAt));
  return built
    .filter(({ at }) => at > 0)
    .sort((a, b) => b.at - a.at)
    .slice(0, maxReleases)
    .map(({ folder }) => folder);
}

const resolve = (folder: string): Promise<string> => realpath(folder).catch(() => folder);

/** When the scripts of a folder were written; 0 where it has none. */
async function builtAt(folder: string): Promise<{ folder: string; at: number }> {
  const info = await stat(path.join(folder, 'assets')).catch(() => null);
  return { folder, at: info?.mtimeMs ?? 0 };
}
