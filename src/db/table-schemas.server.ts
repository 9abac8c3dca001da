import { readdir } from 'node:fs/promises';
import type { FormSchema, TableFormSchema } from '../shared/forms/schema.ts';
import { schemaError } from './validate-table-schema.server.ts';

export type TableSchema = { tableName: string; schema: FormSchema & TableFormSchema };

const ownFolder = new URL('../shared/schemas/', import.meta.url);
const fileName = /^[a-z][a-z0-9]*(-[a-z0-9]+)*\.ts$/;

class SchemaError extends Error {
  constructor(file: string, place: string, reason: string, cause?: unknown) {
    super(`The table schema ${file} cannot be used: ${[place, reason].filter(Boolean).join(' ')}.`, {
      cause,
    });
  }
}

/**
 * Imports every table's schema, in the order of the admin's sidebar: `blog-posts.ts` describes `blog_posts`, a field its
 * column, which is NOT NULL when the field is required or has a default.
 * @throws SchemaError with the file, the field and the reason
 */
export async function readTables(folder: URL = ownFolder): Promise<readonly TableSchema[]> {
  const files = (await readdir(folder)).filter((name) => !name.endsWith('.test.ts')).sort();
  const misnamed = files.find((name) => !fileName.test(name));
  if (misnamed !== undefined) {
    throw new SchemaError(misnamed, '', 'must be named after its table, like blog-posts.ts');
  }
  const names = files.map(toTableName);
  const tables = await Promise.all(
    files.map(async (file) => {
      const schema = await importSchema(folder, file);
      const problem = schemaError(schema, names);
      if (problem) throw new SchemaError(file, problem.place, problem.reason);
      return { tableName: toTableName(file), schema: schema as TableSchema['schema'] };
    }),
  );
  const place = ({ schema }: TableSchema) => schema.order ?? Number.POSITIVE_INFINITY;
  return tables.sort((a, b) => (place(a) === place(b) ? 0 : place(a) - place(b)));
}

const toTableName = (file: string): string => file.replace(/\.ts$/, '').replaceAll('-', '_');

async function importSchema(folder: URL, file: string): Promise<unknown> {
  const address = new URL(file, folder).href;
  try {
    return ((await import(/* @vite-ignore */ address)) as { default?: unknown }).default;
  } catch (cause) {
    throw new SchemaError(
      file,
      '',
      `fails to load: ${cause instanceof Error ? cause.message : cause}`,
      cause,
    );
  }
}
