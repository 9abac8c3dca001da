import type { Tx } from '../../../db/client.server.ts';
import { newId } from '../../../shared/uuid.server.ts';
import type { Price } from '../pricing/price.ts';
import { insertQuote, type QuoteRow, quoteParts } from './store.server.ts';

interface Repriced {
  price: Price;
  /** The party, where it is not that of the quote. */
  party?: { guests: number; pets: number };
  now: Date;
}

/** Stores a new price of a booked stay under the terms of its quote; the new quote cannot be booked. @returns its id */
export async function storeRepricedQuote(
  tx: Tx,
  quote: QuoteRow,
  { price, party, now }: Repriced,
): Promise<string> {
  const { slug: _, houseRules: __, guests, pets, ...columns } = quote;
  const { plans, policy } = quoteParts(quote);
  const id = newId();
  await insertQuote(tx, {
    ...columns,
    id,
    guests: party?.guests ?? guests,
    pets: party?.pets ?? pets,
    price: JSON.stringify(price),
    total_cents: price.total,
    plans: JSON.stringify(plans),
    cancellation_policy: JSON.stringify(policy),
    is_booked: false,
    expires_at: now,
  });
  return id;
}
