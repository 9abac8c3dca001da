import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that only check or measure the site; no build or run needs them. */
const checksOnly = [
  '@axe-core/playwright',
  '@biomejs/biome',
  '@playwright/test',
  'ajv',
  'ajv-formats',
  'autocannon',
  'fast-check',
  'knip',
  'lighthouse',
  'typescript',
  'vitest',
];

interface LockedPackage {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Size on disk of all packages that build and run the site, in MB (10^6 bytes). */
export function installedMb(): number {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const needed = new Set<string>();
  const queue = [''];
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    for (const name of listDependencies(packages[place] ?? {}, place === '')) {
      const dependency = resolve(packages, place, name);
      if (dependency === undefined || needed.has(dependency)) continue;
      needed.add(dependency);
      queue.push(dependency);
    }
  }
  return [...needed].reduce((sum, place) => sum + folderBytes(path.join(root, place)), 0) / 1e6;
}

function listDependencies(locked: LockedPackage, isOurs: boolean): string[] {
  const tools = isOurs ? Object.keys(locked.devDependencies ?? {}) : [];
  const peers = Object.keys(locked.peerDependencies ?? {}).filter(
    (name) => !locked.peerDependenciesMeta?.[name]?.optional,
  );
  return [
    ...Object.keys(locked.dependencies ?? {}),
    ...Object.keys(locked.optionalDependencies ?? {}),
    ...peers,
    ...tools.filter((name) => !checksOnly.includes(name)),
  ];
}

/** Resolves a package as Node.js does: beside the dependent package, otherwise in a folder above. */
function resolve(packages: Record<string, LockedPackage>, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules') - 1))) {
    const candidate = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (place === '') return undefined;
  }
}

/** Counts the bytes of a folder without the packages below it, which count separately. */
function folderBytes(folder: string): number {
  if (!existsSync(folder)) return 0;
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    if (name === 'node_modules') continue;
    const place = path.join(folder, name);
    const entry = lstatSync(place);
    bytes += entry.isDirectory() ? folderBytes(place) : entry.size;
  }
  return bytes;
}
