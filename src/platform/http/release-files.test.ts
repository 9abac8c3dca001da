import { mkdir, mkdtemp, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createReleaseFiles } from './release-files.server.ts';
import { createStaticFiles } from './static-files.server.ts';

let releases: string;
const clientOf = (release: string) => path.join(releases, release, 'build', 'client');
const serve = (release: string, pathname: string) =>
  createStaticFiles(
    clientOf(release),
    {},
    createReleaseFiles(releases, clientOf(release)),
  )(new Request(`http://localhost${pathname}`));
const statusOf = async (release: string, pathname: string) =>
  (await serve(release, pathname))?.status ?? null;

async function build(release: string, at: Date): Promise<void> {
  const assets = path.join(clientOf(release), 'assets');
  await mkdir(assets, { recursive: true });
  await writeFile(path.join(assets, `page-${release}.js`), `export const release = '${release}';`);
  await writeFile(path.join(clientOf(release), `only-${release}.js`), 'not of the scripts');
  await writeFile(path.join(releases, release, `secret-${release}.js`), 'not of the browser');
  await utimes(assets, at, at);
}

beforeAll(async () => {
  releases = await mkdtemp(path.join(os.tmpdir(), 'pcb-releases-'));
  for (const [nth, release] of ['3', '10', '11', '12'].entries())
    await build(release, new Date(2027, 0, 1 + nth));
  await symlink(path.join(releases, '12'), path.join(releases, 'current'));
  await mkdir(path.join(releases, 'unbuilt'));
});
afterAll(() => rm(releases, { recursive: true }));

test('a process of the new release serves the scripts of the two before, and of none older', async () => {
  const response = await serve('12', '/assets/page-11.js');
  expect(await response?.text()).toBe(`export const release = '11';`);
  expect(response?.headers.get('Cache-Control')).toBe('public, max-age=31536000, immutable');
  expect(await statusOf('12', '/assets/page-10.js')).toBe(200);
  expect(await statusOf('12', '/assets/page-3.js')).toBeNull();
});

test('a process of the earlier release serves the scripts of the next one, which the link names, too', async () => {
  expect(await statusOf('11', '/assets/page-12.js')).toBe(200);
  expect(await statusOf('11', '/assets/page-10.js')).toBe(200);
});

test('nothing but scripts of another release is served', async () => {
  for (const pathname of [
    '/only-11.js',
    '/assets/..%2fonly-11.js',
    '/assets/../../../secret-11.js',
    '/assets/..',
  ])
    expect(await statusOf('12', pathname), pathname).toBeNull();
});

test('a folder of releases that is not there serves the scripts of the running one', async () => {
  const find = createReleaseFiles(path.join(releases, 'nowhere'), clientOf('12'));
  expect(await find('/assets/page-11.js')).toBeNull();
});
