import type { Db } from '../src/db/client.server.ts';
import { newId } from '../src/shared/uuid.server.ts';

/** Adds an extra: a beach cart for $45.00 a stay, but for what `row` says. @returns its id */
export async function addExtra(db: Db, row: object = {}): Promise<string> {
  const id = newId();
  const values = {
    id,
    label: 'Beach cart',
    amount_cents: 4_500,
    kind: 'per_stay',
    moment: 'none',
    offered: 'both',
  };
  await db
    .insertInto('extras')
    .values({ ...values, ...row } as never)
    .execute();
  return id;
}
