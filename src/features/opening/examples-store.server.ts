import { sql } from 'kysely';
import type { Db } from '../../db/client.server.ts';

/** The part of a context that decides whether guests see examples. */
export interface ExampleReader {
  db: Db;
  settings: { production: boolean };
}

/** Leaves examples out in production, where they are neither shown nor sold. @param table its name or alias in the query */
export const withoutExamples = ({ settings }: Pick<ExampleReader, 'settings'>, table: string) =>
  settings.production ? sql<boolean>`not ${sql.ref(`${table}.is_example`)}` : sql<boolean>`true`;

/** Whether `withoutExamples` would leave out a row that was read. */
export const isHiddenExample = (
  { settings }: Pick<ExampleReader, 'settings'>,
  row: { is_example: boolean },
): boolean => settings.production && row.is_example;
