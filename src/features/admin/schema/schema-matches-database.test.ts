import { afterAll, beforeAll, expect, test } from 'vitest';
import { type TestApp, testApp } from '../../../../test/app.ts';
import { readTables } from '../../../db/table-schemas.server.ts';
import type { FieldSchema } from '../../../shared/forms/schema.ts';

const ofActions = 'how booking and payment keep their promises; the history of a booking says what happened';

const ofReadings = 'how readings keep their promises; the state of a feed says what hosts need';

const ofPayments = 'derived from the payments by triggers; the booking’s page shows them';
/** Columns that hosts neither see nor set, with the reason. */
const ownColumns: Record<string, Record<string, string>> = {
  bookings: {
    key_hash: ofActions,
    key_version: 'part of what the mailed key is made of: only a renewal raises it',
    browser_hash: ofActions,
    idempotency_key: ofActions,
    client_key: ofActions,
    quote_id: ofActions,
    agreed: ofActions,
    turnover_nights: ofActions,
    promo_code_id: ofActions,
    balance_announced_at: ofActions,
    balance_declines: ofActions,
    next_charge_at: ofActions,
    arrival_sent_at: ofActions,
    email_confirmed_at: ofActions,
    paid_cents: ofPayments,
    pending_cents: ofPayments,
    waived_cents: ofPayments,
    open_cents: ofPayments,
    returned_cents: ofPayments,
    taxes: 'the taxes of its price, stored by the database for the tax report',
    access_code: 'opens the door of a stay: hosts set it on the booking’s page, and no export has it',
    arrival_details: 'told by the guest; the booking’s page shows them',
    anonymize_on: ofActions,
    early_check_in: 'derived from its extras by triggers; its pages show the time',
    late_check_out: 'derived from its extras by triggers; its pages show the time',
    stripe_customer_id: ofActions,
    stripe_payment_method_id: ofActions,
  },
  calendar_feeds: {
    etag: ofReadings,
    last_modified: ofReadings,
    body_hash: ofReadings,
    parsed_at: ofReadings,
    read_began_at: ofReadings,
    empty_readings: ofReadings,
    trouble_mailed_at: ofReadings,
    watched_since: ofReadings,
  },
  cleaners: {
    link_version: 'part of what the link of a cleaner is made of: only a new link raises it',
    token_hash: 'of the cleaner’s link, which nobody reads back',
    week_mailed_on: 'so that a week is mailed once',
  },
  booking_extras: {
    collect: 'how an open one is paid, which the booking’s page shows',
    due_cents: 'how an open one is paid, which the booking’s page shows',
  },
  booking_companions: { token_hash: 'of a companion’s link, which nobody reads back' },
  turnovers: {
    late_check_out: 'derived from the stay by triggers; the screen of turnovers shows the time',
    early_check_in: 'derived from the stay by triggers; the screen of turnovers shows the time',
    alarmed_for: 'so that hosts are mailed once',
    before_done: 'what “Undo” of a cleaner puts back',
    undone_at: 'hosts read it on the screen of turnovers',
  },
  reviews: { property_id: 'the home of its booking, by triggers, for the sums of a home' },
  payments: { charge_id: 'the charge of a refund, by the provider’s id' },
  media: {
    file_name: 'where the file lies inside the storage',
    uploaded_by: 'an id that means nothing to people; the history of the row has the name',
  },
  users: {
    google_issuer: 'how somebody signs in is theirs and the server’s',
    google_subject: 'how somebody signs in is theirs and the server’s',
  },
};

const tables = await readTables();
const everyField = tables.flatMap(({ tableName, schema }) =>
  Object.entries(schema.properties).map(([name, field]) => ({
    tableName,
    name,
    field,
    filled: (schema.required ?? []).includes(name) || field.default !== undefined,
  })),
);

interface Column {
  table_name: string;
  column_name: string;
  type: string;
  nullable: boolean;
  has_default: boolean;
  longest: number | null;
}

let app: TestApp;
const columns = new Map<string, Column>();
beforeAll(async () => {
  app = await testApp();
  const { rows } = await app.platform.pool.query<Column>(
    `select c.table_name, c.column_name, format_type(a.atttypid, null) as type, c.is_nullable = 'YES' as nullable,
       c.column_default is not null as has_default,
       (select max(substring(pg_get_constraintdef(oid) from 'char_length\\(' || c.column_name || '\\) <= (\\d+)')::int)
        from pg_constraint where conrelid = a.attrelid and contype = 'c') as longest
     from information_schema.columns as c
     join pg_attribute as a on a.attrelid = c.table_name::regclass and a.attname = c.column_name
     where c.table_schema = 'public' and c.table_name = any($1)`,
    [tables.map(({ tableName }) => tableName)],
  );
  for (const row of rows) columns.set(`${row.table_name}.${row.column_name}`, row);
});
afterAll(() => app.close());

/** The types of columns that hold what a field may hold. */
function typesFor(field: FieldSchema): string[] {
  switch (field.type) {
    case 'boolean':
      return ['boolean'];
    case 'integer':
      return (field.maximum ?? 0) > 2_147_483_647 ? ['bigint'] : ['integer', 'bigint'];
    case 'number':
      return ['numeric', 'double precision'];
    case 'array':
      if (field.items?.type === 'object') return ['jsonb'];
      return field.items ? typesFor(field.items).map((type) => `${type}[]`) : [];
    default:
      if (field.format === 'uuid') return ['uuid'];
      if (field.format === 'date') return ['date'];
      return field.format === 'date-time' ? ['timestamp with time zone'] : ['text'];
  }
}

test.each(everyField.map((one) => [`${one.tableName}.${one.name}`, one] as const))(
  '%s matches its column',
  (path, { field, filled }) => {
    const column = columns.get(path);
    expect(column, 'the column exists').toBeDefined();
    expect(typesFor(field)).toContain(column?.type);
    // An optional value that cannot be set by anyone may have a default of the database.
    if (filled) expect(column?.nullable).toBe(false);
    else expect(column?.nullable || column?.has_default).toBe(true);
    if (column?.longest) expect(field.maxLength ?? Infinity).toBeLessThanOrEqual(column.longest);
  },
);

test.each(tables.map(({ tableName, schema }) => [tableName, schema] as const))(
  '%s hides only the columns on the list',
  (tableName, schema) => {
    const hidden = [...columns.values()]
      .filter(
        (column) => column.table_name === tableName && !Object.hasOwn(schema.properties, column.column_name),
      )
      .map((column) => column.column_name);
    expect(hidden.toSorted()).toEqual(Object.keys(ownColumns[tableName] ?? {}).toSorted());
  },
);

test.each(
  everyField.filter(({ field }) => field.enum).map((one) => [`${one.tableName}.${one.name}`, one] as const),
)('%s has the choices of its column’s check', async (_, { tableName, name, field }) => {
  const { rows } = await app.platform.pool.query<{ definition: string }>(
    `select pg_get_constraintdef(oid) as definition from pg_constraint
       where conrelid = $1::regclass and contype = 'c' and conkey = array[
         (select attnum from pg_attribute where attrelid = $1::regclass and attname = $2)]`,
    [tableName, name],
  );
  const chosen = rows.flatMap(({ definition }) =>
    [...definition.matchAll(/'([^']*)'::text/g)].map(([, value]) => value),
  );
  expect(chosen.toSorted()).toEqual([...(field.enum ?? [])].map(String).toSorted());
});
