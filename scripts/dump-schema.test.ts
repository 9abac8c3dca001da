import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { dumpMigratedSchema, schemaFile } from './dump-schema.ts';

test('src/db/schema.sql is what all migrations make: `npm run db:schema` writes it', async () => {
  expect(await dumpMigratedSchema()).toBe(readFileSync(schemaFile, 'utf8'));
});

test('each function and each exclusion says in a comment what it is for', () => {
  const schema = readFileSync(schemaFile, 'utf8');
  const commented = new Set(
    [...schema.matchAll(/^COMMENT ON (?:FUNCTION|CONSTRAINT) (\w+)/gm)].map(([, name]) => name),
  );
  const named = [
    ...schema.matchAll(/^(?:CREATE OR REPLACE FUNCTION public\.| {2}CONSTRAINT (?=\w+ EXCLUDE))(\w+)/gm),
  ];
  expect(named.length).toBeGreaterThan(80);
  expect(named.map(([, name]) => name).filter((name) => !commented.has(name))).toEqual([]);
});
