import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { features } from './architecture.config.ts';

const root = path.join(import.meta.dirname, '..');
const isOurs = (file: string): boolean => !/(^|\/)(node_modules|build|data|test-results)(\/|$)/.test(file);
const files = globSync('**/*', { cwd: root, exclude: (file) => !isOurs(file) }).map((file) =>
  file.split(path.sep).join('/'),
);
const fileSet: ReadonlySet<string> = new Set(files);
const read = (file: string): string => readFileSync(path.join(root, file), 'utf8');
const documents = files.filter((file) => file.endsWith('.md')).map((file) => ({ file, text: read(file) }));

/** The anchor that GitHub gives a heading. */
const toAnchor = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[^\p{L}\p{N}_ -]/gu, '')
    .replaceAll(' ', '-');

const anchors = (text: string): string[] =>
  [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) => toAnchor(heading));

/** The links of a document within the repository that lead to no file, or to no heading of it. */
function brokenLinks({ file, text }: { file: string; text: string }): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [name = '', anchor] = link.split('#');
    const target = name ? path.posix.join(path.posix.dirname(file), name).replace(/\/$/, '') : file;
    if (!fileSet.has(target)) return [`${file}: ${link} leads to no file`];
    const isThere = anchor === undefined || anchors(target === file ? text : read(target)).includes(anchor);
    return isThere ? [] : [`${file}: ${link} leads to no heading`];
  });
}

test('every link of a document leads to a file and a heading that are there', () => {
  expect(documents.flatMap(brokenLinks)).toEqual([]);
  const links =
    '[a](gone.md) [b](runbook.md#gone) [c](#gone) [d](runbook.md#reset) [e](https://example.com/x.md)';
  expect(brokenLinks({ file: 'docs/made-up.md', text: links })).toHaveLength(3);
});

/** A name that stands for many. */
const placeholder = 'NNN_name.sql';

/** The files that a text names between backquotes and that are not there, by the end of their paths. */
function missingFiles(file: string, text: string): string[] {
  const names = [...text.matchAll(/`([\w@./-]+\.(?:ts|tsx|mjs|md|sql))`/g)].map(([, name = '']) => name);
  return names
    .map((name) => path.posix.normalize(name).replace(/^(\.\.?\/)+/, ''))
    .filter((name) => name !== placeholder && !fileSet.has(name))
    .filter((name) => !files.some((one) => one.endsWith(`/${name}`)))
    .map((name) => `${file} names ${name}`);
}

test('every source file that a document or a comment names is there', () => {
  const current = documents.filter(({ file }) => !file.includes('/archive/'));
  expect(current.flatMap(({ file, text }) => missingFiles(file, text))).toEqual([]);
  const sources = files.filter((file) => /\.(ts|tsx|mjs)$/.test(file));
  const comments = (file: string) => read(file).match(/^\s*(\/\/|\/?\*).*$/gm) ?? [];
  expect(sources.flatMap((file) => missingFiles(file, comments(file).join('\n')))).toEqual([]);
  expect(missingFiles('made-up.ts', 'See `features/gone/store.ts` and `db/schema.sql`.')).toHaveLength(1);
});

test('STYLE.md and docs/architecture.md list the features in the order that they have', () => {
  const [, listed = ''] = /└── features\/([^`]*)```/.exec(read('STYLE.md')) ?? [];
  expect(listed.split(',').map((name) => name.trim())).toEqual([...features]);
  const architecture = read('docs/architecture.md');
  const [, drawn = ''] = /^ *(auth --> .*)$/m.exec(architecture) ?? [];
  expect(drawn.split(' --> ')).toEqual([...features]);
  const described = [...architecture.matchAll(/^\| `([a-z-]+)` \|/gm)].map(([, name]) => name);
  expect(described).toEqual([...features]);
});
