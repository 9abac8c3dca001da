import { appendFile, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openJournal } from './append-log.ts';
import { parseForm } from './stripe/form.ts';

let folder: string;
let file: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'journal-'));
  file = path.join(folder, 'deep', 'journal.jsonl');
});
afterEach(() => rm(folder, { recursive: true }));

const write = (...changes: [table: string, id: string | null, value?: unknown][]) => {
  const journal = openJournal(file);
  for (const [table, id, value] of changes) {
    const entries = journal.table(table, 3);
    if (id === null) entries.clear();
    else entries.put(id, value);
  }
  journal.close();
};
const read = (table: string) => {
  const journal = openJournal(file);
  journal.close();
  return journal.table(table, 3).all();
};

test('written entries are there after a restart, in the order in which they were first added', () => {
  write(['mails', 'a', 1], ['mails', 'b', 2], ['others', 'a', 9], ['mails', 'a', 3]);
  expect([read('mails'), read('others'), read('none')]).toEqual([[3, 2], [9], []]);
  write(['mails', null]);
  expect([read('mails'), read('others')]).toEqual([[], [9]]);
});

test('half a line of a killed process, and lines of no meaning, are left out', async () => {
  write(['mails', 'a', 1]);
  await appendFile(file, '\n{"table":"mails","id":"b","value":2}\n{"table":"mails","id":"c","val');
  expect(read('mails')).toEqual([1, 2]);
  write(['mails', 'd', 4]);
  expect(read('mails')).toEqual([1, 2, 4]);
});

test('a table holds its newest entries, and its file is readable only by its owner and as short as they are', async () => {
  write(...Array.from({ length: 50 }, (_, at) => ['mails', `m${at}`, at] as [string, string, number]));
  const journal = openJournal();
  for (let at = 0; at < 50; at += 1) journal.table('mails', 3).put(`m${at}`, at);
  expect(journal.table('mails', 3).all()).toEqual([47, 48, 49]);
  expect((await stat(file)).mode & 0o777).toBe(0o600);
  write(['mails', null], ['mails', 'last', 1]);
  read('mails');
  expect((await readFile(file, 'utf8')).split('\n')).toHaveLength(2);
});

test('after any changes a restart reads what the process had', async () => {
  const change = fc.tuple(
    fc.constantFrom('mails', 'events'),
    fc.option(fc.constantFrom('a', 'b', '__proto__', 'constructor')),
    fc.jsonValue(),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(change, { maxLength: 12 }), async (changes) => {
      await rm(file, { force: true });
      const journal = openJournal(file);
      for (const [table, id, value] of changes) {
        if (id === null) journal.table(table, 9).clear();
        else journal.table(table, 9).put(id, value);
      }
      journal.close();
      const again = openJournal(file);
      again.close();
      for (const table of ['mails', 'events'])
        expect(JSON.stringify(again.table(table, 9).all())).toEqual(
          JSON.stringify(journal.table(table, 9).all()),
        );
    }),
    { numRuns: 30 },
  );
});

test.each([
  ['', {}],
  ['a=1&b=', { a: '1', b: '' }],
  ['a[b][c]=1&a[b][d]=2', { a: { b: { c: '1', d: '2' } } }],
  ['a[]=1&a[]=2', { a: ['1', '2'] }],
  ['a[0][b]=1&a[1][b]=2', { a: [{ b: '1' }, { b: '2' }] }],
  ['a%5Bb%5D=x%20y', { a: { b: 'x y' } }],
  ['a=1&a[b]=2', { a: { b: '2' } }],
  ['a[1]=x&a[b]=y', { a: { 1: 'x', b: 'y' } }],
])('the form %s is read in brackets', (text, form) => {
  expect(JSON.parse(JSON.stringify(parseForm(text)))).toEqual(form);
});

test('no name of a field reaches the prototype of anything', () => {
  for (const name of ['__proto__', 'constructor', 'toString']) {
    const form = parseForm(`${name}[polluted]=1&metadata[${name}][polluted]=1`);
    expect(Object.keys(form)).toEqual([name, 'metadata']);
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(Object.getPrototypeOf(form)).toBeNull();
  }
});
