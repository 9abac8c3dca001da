import { existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Packages that only check or measure the site; nobody needs them to build or to run it. */
const checksOnly = [
  ...['@axe-core/playwright', '@biomejs/biome', '@playwright/test', 'ajv', 'ajv-formats', 'autocannon'],
  ...['fast-check', 'knip', 'lighthouse', 'typescript', 'vitest'],
];

interface LockedPackage {
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
}

/** Size on the disk of all packages that are needed to build and run the site, in MB (10^6 bytes). */
export function installedMb(): number {
  const { packages } = JSON.parse(readFileSync(path.join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, LockedPackage>;
  };
  const needed = new Set<string>();
  const queue = [''];
  for (let place = queue.pop(); place !== undefined; place = queue.pop()) {
    for (const name of needsOf(packages[place] ?? {}, place === '')) {
      const found = resolve(packages, place, name);
      if (found === undefined || needed.has(found)) continue;
      needed.add(found);
      queue.push(found);
    }
  }
  return [...needed].reduce((sum, place) => sum + sizeOf(path.join(root, place)), 0) / 1e6;
}

function needsOf(found: LockedPackage, isOurs: boolean): string[] {
  const tools = isOurs ? Object.keys(found.devDependencies ?? {}) : [];
  const peers = Object.keys(found.peerDependencies ?? {}).filter(
    (name) => !found.peerDependenciesMeta?.[name]?.optional,
  );
  return [
    ...Object.keys(found.dependencies ?? {}),
    ...Object.keys(found.optionalDependencies ?? {}),
    ...peers,
    ...tools.filter((name) => !checksOnly.includes(name)),
  ];
}

/** Where Node.js would find a package: beside the one that needs it, else in a folder above. */
function resolve(packages: Record<string, LockedPackage>, from: string, name: string): string | undefined {
  for (let place = from; ; place = place.slice(0, Math.max(0, place.lastIndexOf('node_modules') - 1))) {
    const candidate = place === '' ? `node_modules/${name}` : `${place}/node_modules/${name}`;
    if (packages[candidate]) return candidate;
    if (place === '') return undefined;
  }
}

/** Bytes of a package's own files, without packages below it, which count by themselves. */
function sizeOf(folder: string): number {
  if (!existsSync(folder)) return 0;
  let bytes = 0;
  for (const name of readdirSync(folder)) {
    if (name === 'node_modules') continue;
    const place = path.join(folder, name);
    const found = lstatSync(place);
    bytes += found.isDirectory() ? sizeOf(place) : found.size;
  }
  return bytes;
}
