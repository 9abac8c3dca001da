import { randomUUID } from 'node:crypto';
import { fetchOnce } from './fetch-once.ts';
import { dayFromNow } from './inquiry.ts';
import type { Stage } from './stage.ts';
import { waitFor } from './wait-for.ts';

const settledWithinMs = 20_000;

/**
 * Books two nights as a guest does, pays them on the card provider's page and waits for the confirmation.
 * @returns the cents that the site's ledger has as paid
 */
export async function bookAndPay(stage: Stage, slug: string): Promise<number> {
  const guest = stage.visitor('127.0.3.1');
  const stay = { property: slug, checkin: dayFromNow(30), checkout: dayFromNow(32), guests: 2, pets: 0 };
  const quote = await guest.json<{ id: string }>('POST', '/api/quotes', stay);
  const email = 'pooled@example.com';
  const reply = await guest.request('POST', '/api/bookings', {
    headers: { 'Idempotency-Key': randomUUID() },
    json: {
      quoteId: quote.id,
      name: 'Gwen Guest',
      email,
      phone: '850 555 0100',
      plan: 'full',
      agreed: { houseRules: true, cancellation: true },
    },
  });
  if (reply.status !== 201) throw new Error(`The booking was answered ${reply.status}: ${reply.body}`);
  const { code, checkoutUrl } = reply.json<{ code: string; checkoutUrl: string }>();
  const entry = new URLSearchParams({ email, name: 'Gwen Guest', card: '4242424242424242' });
  await fetchOnce(`${checkoutUrl}/pay`, { method: 'POST', body: entry, redirect: 'manual' });
  const paidCents = await waitFor(() => paidOf(stage, code), settledWithinMs, 'a paid stay');
  guest.close();
  return paidCents;
}

/** @returns cents paid for a confirmed booking */
async function paidOf({ database }: Stage, code: string): Promise<number | null> {
  const { rows } = await database.pool.query<{ cents: number }>(
    `select sum(amount_cents)::int as cents from bookings join payments on booking_id = bookings.id
     where code = $1 and status = 'confirmed' and kind = 'charge' group by bookings.id`,
    [code],
  );
  return rows[0]?.cents ?? null;
}
