import type { TableSchema } from '../src/db/table-schemas.server.ts';
import type { RowPage } from '../src/features/admin/calls/contract.server.ts';
import { ensureIndexes } from '../src/features/admin/schema/ensure-indexes.server.ts';
import type { Row } from '../src/features/admin/schema/table.ts';
import {
  boolean,
  choice,
  integer,
  list,
  moment,
  number,
  optional,
  optionalText,
  table,
  text,
  uuidKey,
} from '../src/shared/forms/field-builders.ts';
import { type TestApp, testApp } from './app.ts';
import { type Browser, signedInBrowser } from './sign-in.ts';

const boats = table(
  {
    id: integer({ title: 'ID', minimum: 1, readOnly: true, primaryKey: true }),
    name: text({ title: 'Name', minLength: 1, maxLength: 200, searchable: true }),
  },
  { title: 'Boats', description: 'What people sail', label: 'name' },
);

const sailors = table(
  {
    id: uuidKey(),
    name: text({ title: 'Name', minLength: 1, maxLength: 10_000, searchable: true }),
    note: optionalText({ title: 'Note', maxLength: 10_000, searchable: true }),
    age: optional(integer({ title: 'Age', minimum: 0, indexed: true })),
    miles: optional(integer({ title: 'Miles', minimum: 0, maximum: Number.MAX_SAFE_INTEGER })),
    rating: number({ title: 'Rating', minimum: 0, maximum: 5, default: 0 }),
    is_captain: boolean({ title: 'Captain', default: false }),
    rank: choice(['mate', 'captain'], { title: 'Rank', default: 'mate' }),
    born_on: optional(text({ title: 'Born', format: 'date' })),
    joined_at: moment('Joined'),
    ports: list(text({ title: 'Port' }), { title: 'Ports', default: [] }),
    boat_id: optional(integer({ title: 'Boat', references: 'boats' })),
  },
  { title: 'Sailors', description: 'Who sails', label: 'name' },
);

/** Two tables of a test's own: `sailors` refers to `boats`, and has a column `secret` that no schema names. */
const tables: TableSchema[] = [
  { tableName: 'boats', schema: boats },
  { tableName: 'sailors', schema: sailors },
];

export interface AdminApp {
  app: TestApp;
  host: Browser;
  /** Loads a URL as the host; fails when the response is not a 200. */
  read<Answer = RowPage>(path: string): Promise<Answer>;
  /** Inserts rows into `sailors`, with defaults for missing columns. */
  addSailors(rows: Partial<Row>[]): Promise<void>;
}

/** An app whose admin knows the two tables, and a host who is signed in. */
export async function adminApp(): Promise<AdminApp> {
  const app = await testApp({ tables });
  await app.platform.pool.query(`
    create table boats (id integer primary key, name text not null);
    create table sailors (
      id uuid primary key default gen_random_uuid(), name text not null default 'Ann', note text not null default '',
      age integer, miles bigint, rating numeric(3, 2) not null default 0, is_captain boolean not null default false,
      rank text not null default 'mate', born_on date, joined_at timestamptz not null default '2026-05-01T10:00:00Z',
      ports text[] not null default '{}', boat_id integer references boats, secret text not null default 'swordfish'
    );
    insert into boats values (1, 'Albatross'), (2, 'Beluga')`);
  await ensureIndexes(app.platform);
  const host = await signedInBrowser(app, 'host@example.com');
  return {
    app,
    host,
    async read<Answer>(path: string) {
      const response = await host.request('GET', path);
      if (response.status !== 200)
        throw new Error(`${path} answered ${response.status}: ${await response.text()}`);
      return (await response.json()) as Answer;
    },
    async addSailors(rows) {
      await app.platform.pool.query(
        `insert into sailors (${Object.keys(rows[0] ?? {}).join(', ')})
         select ${Object.keys(rows[0] ?? {}).join(', ')} from jsonb_populate_recordset(null::sailors, $1)`,
        [JSON.stringify(rows)],
      );
    },
  };
}

/** The address of a list of sailors. */
export const sailorsUrl = (query: Record<string, unknown>, part = ''): string => {
  const parameters = Object.entries(query).map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `/api/tables/sailors${part}?${new URLSearchParams(parameters)}`;
};
