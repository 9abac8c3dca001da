import { type Insertable, sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { deleteInBatches } from '../../../db/delete-in-batches.server.ts';
import type { QuotesTable } from '../../../db/schema/offers.ts';
import type { ExampleReader } from '../../opening/examples-store.server.ts';
import type { PaymentPlan } from '../pricing/payment-plans.ts';
import type { Price } from '../pricing/price.ts';
import type { CancellationPolicy } from '../pricing/refund.ts';

export const insertQuote = (db: Db, row: Insertable<QuotesTable>) =>
  db.insertInto('quotes').values(row).execute();

/** A quote with its home's slug, and the house rules that hold now. */
export const quoteById = (db: Db, id: string) =>
  db
    .selectFrom('quotes')
    .innerJoin('properties', 'properties.id', 'quotes.property_id')
    .selectAll('quotes')
    .select(['properties.slug', 'properties.house_rules as houseRules'])
    .where('quotes.id', '=', id)
    .executeTakeFirst();

/** Whether the home of a quote is an example, which production does not name. */
export const isOfExample = async (
  { db, settings }: ExampleReader,
  { property_id }: QuoteRow,
): Promise<boolean> =>
  settings.production &&
  (await db
    .selectFrom('properties')
    .select('is_example')
    .where('id', '=', property_id)
    .where('is_example', '=', true)
    .executeTakeFirst()) !== undefined;

/** Whether the quote belongs to an offer, and can be booked only through it. */
export const isOfferQuote = async (db: Db, id: string): Promise<boolean> =>
  (await db.selectFrom('offers').select('id').where('quote_id', '=', id).executeTakeFirst()) !== undefined;

export type QuoteRow = NonNullable<Awaited<ReturnType<typeof quoteById>>>;

export interface QuoteParts {
  price: Price;
  plans: PaymentPlan[];
  policy: CancellationPolicy;
}

/** The JSON of a stored quote, in its types. */
export const quoteParts = (row: Pick<QuoteRow, 'price' | 'plans' | 'cancellation_policy'>): QuoteParts => ({
  price: row.price as Price,
  plans: row.plans as PaymentPlan[],
  policy: row.cancellation_policy as CancellationPolicy,
});

export const cancellationPolicy = (db: Db, id: string) =>
  db
    .selectFrom('cancellation_policies')
    .select(['name', 'steps', 'grace_hours as graceHours'])
    .where('id', '=', id)
    .executeTakeFirst();

/** Deletes expired quotes that were never booked. */
export const deleteUnbookedQuotes = (db: Db, expiredBefore: Date) =>
  deleteInBatches(db, {
    table: 'quotes',
    where: sql<boolean>`not is_booked and expires_at < ${expiredBefore}
      and not exists (select from bookings where bookings.quote_id = quotes.id)`,
  });
