import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { apiRules } from './api-rules.ts';
import { lowestVersions } from './architecture.config.ts';
import { codeRules } from './code-rules.ts';
import { importRules } from './import-rules.ts';
import type { Repository, Rule } from './rule.ts';
import { parseSource, readRepository } from './source.ts';
import { writingRules } from './writing-rules.ts';

const root = path.join(import.meta.dirname, '..');
const repository = readRepository(root);
const rules = [...importRules, ...codeRules, ...apiRules, ...writingRules].map((rule): [string, Rule] => [
  rule.title,
  rule,
]);

/** A repository of the given made-up files. */
function madeUp(files: Record<string, string>): Repository {
  const folders = new Set(Object.keys(files).flatMap(foldersAbove));
  return {
    sources: Object.entries(files).map(([file, text]) => parseSource(file, text)),
    folders: [...folders],
  };
}

function foldersAbove(file: string): string[] {
  const folder = path.posix.dirname(file);
  return folder === 'src' || folder === '.' ? [] : [folder, ...foldersAbove(folder)];
}

test('the repository is read', () => {
  expect(repository.sources.length).toBeGreaterThan(100);
  expect(repository.folders).toContain('src/features/shop');
});

test.each(rules)('%s', (_, rule) => {
  expect(rule.offences(repository)).toEqual([]);
});

test.each(rules)('made-up offenders are found: %s', (_, rule) => {
  const offences = rule.offences(madeUp(rule.offenders));
  for (const file of Object.keys(rule.offenders)) {
    const place = file.split('/').slice(0, -1).join('/');
    expect(offences.join('\n'), file).toMatch(new RegExp(`(^|\n|→ )(${file}|${place})( |:|$|\n)`));
  }
  expect(rule.offences(madeUp(rule.innocents ?? {}))).toEqual([]);
});

type Versions = Record<string, string>;
const readJson = (name: string) => JSON.parse(readFileSync(path.join(root, name), 'utf8'));

const isAtLeast = (version: string, lowest: string): boolean =>
  version.localeCompare(lowest, 'en', { numeric: true }) >= 0 && !version.includes('-');

/** Each copy of a package that an installation may bring below its lowest version. */
const outdated = (locked: Record<string, { version?: string }>): string[] =>
  Object.entries(locked).flatMap(([place, { version = '0' }]) => {
    const lowest = lowestVersions[place.split('node_modules/').at(-1) ?? ''];
    return lowest && !isAtLeast(version, lowest) ? [`${place} ${version} is older than ${lowest}`] : [];
  });

test('packages carry the security fixes we need', () => {
  const { packages } = readJson('package-lock.json');
  expect(outdated(packages)).toEqual([]);
  for (const name of Object.keys(lowestVersions)) expect(packages).toHaveProperty([`node_modules/${name}`]);
  expect(outdated({ 'node_modules/a/node_modules/hono': { version: '4.9.30' } })).toHaveLength(1);
  expect(outdated({ 'node_modules/sharp': { version: '0.35.5-rc.1' } })).toHaveLength(1);
});

const unpinned = (versions: Versions): string[] =>
  Object.entries(versions)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name} ${version} is not one exact version`);

test('every package is pinned to one exact version, with a checksum in the lock file', () => {
  const { dependencies, devDependencies } = readJson('package.json');
  const { packages } = readJson('package-lock.json') as { packages: Record<string, { integrity?: string }> };
  expect(unpinned({ ...dependencies, ...devDependencies })).toEqual([]);
  expect(Object.keys(packages).filter((place) => place !== '' && !packages[place]?.integrity)).toEqual([]);
  expect(unpinned({ hono: '^4.13.19' })).toHaveLength(1);
});

interface Locked {
  optionalDependencies?: Versions;
}

/** Each optional dependency of a locked package that has no entry of its own, so that `npm ci` fails elsewhere. */
function missingOptionals(locked: Record<string, Locked>): string[] {
  return Object.entries(locked).flatMap(([place, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies)
      .filter((name) => !foldersOfPackage(place).some((folder) => `${folder}node_modules/${name}` in locked))
      .map((name) => `${place} lacks ${name}`),
  );
}

/** The places from which a package resolves its dependencies, the nearest first: `node_modules/a/`, then the root. */
function foldersOfPackage(place: string): string[] {
  if (place === '') return [''];
  return [`${place}/`, ...foldersOfPackage(place.slice(0, Math.max(0, place.lastIndexOf('/node_modules/'))))];
}

test('the lock file names the optional packages of every platform', () => {
  const { packages } = readJson('package-lock.json') as { packages: Record<string, Locked> };
  expect(missingOptionals(packages)).toEqual([]);
  const platforms = { '@biomejs/cli-darwin-arm64': '1.0.0' };
  expect(missingOptionals({ 'node_modules/a': { optionalDependencies: platforms } })).toHaveLength(1);
  const nested = {
    'node_modules/a': {},
    'node_modules/a/node_modules/b': { optionalDependencies: platforms },
    'node_modules/a/node_modules/@biomejs/cli-darwin-arm64': {},
  };
  expect(missingOptionals(nested)).toEqual([]);
});

test('the index of decisions lists each by its own title', () => {
  const folder = path.join(root, 'docs/decisions');
  const lines = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md') && name !== 'README.md')
    .map((name) => {
      const [, number, title] = /^# (\d{3}) (.+)/.exec(readFileSync(path.join(folder, name), 'utf8')) ?? [];
      return `- [${number}](${name}) ${title}`;
    });
  const listed = readFileSync(path.join(folder, 'README.md'), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('- '))
    .map((line) => line.replace(/ \(superseded by \d{3}\)$/, ''));
  expect(listed.toSorted()).toEqual(lines.toSorted());
});
