import { execFileSync } from 'node:child_process';
import { mkdir, realpath, symlink } from 'node:fs/promises';
import path from 'node:path';

/**
 * Makes a folder for `PATH` with this Node.js and the npm of this machine, wherever they are installed.
 * @returns the folder
 */
export async function linkNpm(folder: string): Promise<string> {
  await mkdir(folder);
  const npm = process.env.npm_execpath ?? execFileSync('which', ['npm'], { encoding: 'utf8' }).trim();
  await symlink(await realpath(npm), path.join(folder, 'npm'));
  await symlink(process.execPath, path.join(folder, 'node'));
  return folder;
}
