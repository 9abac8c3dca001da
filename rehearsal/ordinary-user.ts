import { chownSync } from 'node:fs';
import { isReachableByOthers } from '../scripts/database-user.ts';
import { root } from './place.ts';

/** Debian's user without rights and without files. */
const nobody = { uid: 65_534, gid: 65_534 };

/**
 * Returns the user that runs the site, and makes it the owner of the folder: never root, unless the repository lies where
 * no other user may enter.
 */
export function ordinaryUser(folder: string): { uid?: number; gid?: number } {
  if (process.getuid?.() !== 0 || !isReachableByOthers(`${root}/build`)) return {};
  chownSync(folder, nobody.uid, nobody.gid);
  return nobody;
}
