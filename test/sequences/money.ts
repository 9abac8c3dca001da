import { sql } from 'kysely';
import type { World } from './world.ts';

/** Our books of one booking. */
interface Books {
  id: string;
  code: string;
  status: string;
  total: number;
  /** What holds of the ledger, as `charge pi_… 60000`; without what was paid elsewhere. */
  rows: string[];
  charges: number;
  refunds: number;
  /** Disputes that were lost. */
  lost: number;
  elsewhere: number;
  /** What guests and hosts ordered back on the site; refunds that the bank sent back count, too. */
  ordered: number;
  waived: number;
  /** Money that a bank sent back stays until the hosts, who get a mail, have paid it back. */
  hasFailed: boolean;
  /** A bank decides a dispute, or has taken money back. */
  isDisputed: boolean;
  isPending: boolean;
}

export async function loadBooks({ ctx: { db } }: World): Promise<Books[]> {
  const { rows } = await sql<Books>`
    select bookings.id, code, status, total_cents as total,
      coalesce(ledger.rows, '{}') as rows, coalesce(charges, 0)::bigint as charges,
      coalesce(refunds, 0)::bigint as refunds, coalesce(lost, 0)::bigint as lost, coalesce(elsewhere, 0)::bigint as elsewhere,
      coalesce(ordered, 0)::bigint as ordered, coalesce(waived, 0)::bigint as waived,
      exists (select from disputes where booking_id = bookings.id and status not in ('won', 'warning_closed')) as "isDisputed",
      coalesce(has_failed, false) as "hasFailed", coalesce(is_pending, false) as "isPending"
    from bookings
    left join lateral (
      select (
          select array_agg(kind || ' ' || object || ' ' || amount) from (
            select kind, coalesce(corrects, stripe_id) as object, sum(amount_cents) as amount
            from payments where booking_id = bookings.id and coalesce(corrects, stripe_id) is not null
            group by 1, 2
          ) as standing where amount <> 0
        ) as rows,
        sum(amount_cents) filter (where kind = 'charge') as charges,
        sum(amount_cents) filter (where kind = 'refund') as refunds,
        sum(amount_cents) filter (where kind = 'dispute') as lost,
        sum(amount_cents) filter (where kind = 'charge' and method = 'elsewhere') as elsewhere
      from payments where booking_id = bookings.id
    ) as ledger on true
    left join lateral (
      select sum(amount_cents) filter (where kind in ('hosts', 'cancellation') and cause not like 're\\_%' and cause not like 'cancellation:%') as ordered,
        sum(amount_cents - overpaid_cents) filter (where kind = 'hosts' and status <> 'failed') as waived,
        bool_or(status = 'failed') or exists (
          select from booking_events where booking_id = bookings.id and event = 'refund_failed'
        ) as has_failed, bool_or(status = 'pending') as is_pending
      from refund_orders where booking_id = bookings.id
    ) as orders on true
    order by bookings.id`.execute(db);
  return rows;
}

/** The provider's charges, refunds and lost disputes of a booking, as `loadBooks` writes them. */
function providerRows({ provider: { ledger } }: World, bookingId: string): string[] {
  const intents = ledger.intents
    .all()
    .filter(({ metadata, status }) => metadata.bookingId === bookingId && status === 'succeeded');
  const refunds = ledger.refunds
    .all()
    .filter(({ status }) => status === 'succeeded')
    .filter(({ payment_intent }) => intents.some(({ id }) => id === payment_intent));
  return [
    ...intents.map(({ id, amount_received }) => `charge ${id} ${amount_received}`),
    ...refunds.map(({ id, amount }) => `refund ${id} ${amount}`),
    ...ledger.disputes
      .all()
      .filter(({ status }) => status === 'lost')
      .filter(({ payment_intent }) => intents.some(({ id }) => id === payment_intent))
      .map(({ id, amount }) => `dispute ${id} ${amount}`),
  ];
}

const difference = (some: string[], others: string[]): string[] =>
  some.filter((one) => !others.includes(one));

/** Lists the differences between our ledger and the provider's, to the cent. */
export const findLedgerDifferences = (world: World, books: Books[]): string[] =>
  books.flatMap(({ id, code, rows, elsewhere }) => {
    const theirs = providerRows(world, id);
    return [
      ...difference(theirs, rows).map((row) => `${code} lacks ${row}`),
      ...difference(rows, theirs).map((row) => `${code} has ${row}, the provider does not`),
      ...(elsewhere === (world.paidElsewhere.get(id) ?? 0)
        ? []
        : [`${code} was paid ${elsewhere} elsewhere`]),
    ];
  });

/** Payments of bookings lost by a restore that were not reported to the hosts, or were reported twice. */
export async function findUnreported({ ctx: { db }, provider }: World, books: Books[]): Promise<string[]> {
  const reported = await db.selectFrom('unknown_payments').select('payment_id').execute();
  const lost = provider.ledger.intents
    .all()
    .filter(
      ({ status, metadata }) => status === 'succeeded' && !books.some(({ id }) => id === metadata.bookingId),
    )
    .map(({ id }) => id);
  const ids = reported.map(({ payment_id }) => payment_id);
  return [
    ...difference(lost, ids).map((id) => `the hosts do not hear of the lost ${id}`),
    ...difference(ids, lost).map((id) => `${id} is reported as lost`),
  ];
}

/** Lists guests who paid for nothing or too much, and refunds that were not ordered exactly once. */
export const findWrongBalances = (world: World, books: Books[]): string[] =>
  books.flatMap((book) => {
    const { id, code, status, total, charges, refunds, lost, ordered, waived, hasFailed } = book;
    const [paid, refund] = [charges - refunds - lost, world.refunds.get(id) ?? 0];
    const most = status === 'confirmed' ? Math.max(0, total - waived) : 0;
    const isTooMuch = status !== 'cancelled' && paid > most && !hasFailed;
    // What a bank held when its guest cancelled goes back once it has decided for the hosts.
    const retained = status === 'cancelled' ? (world.retained.get(id) ?? paid) : paid;
    const isPutOff = paid > retained && !hasFailed && !book.isDisputed;
    return [
      // A bank takes back all of a payment, also what was refunded of it before.
      ...(paid < -lost || isTooMuch ? [`${code}, ${status}: ${paid} is paid of ${most}`] : []),
      ...(isPutOff ? [`${code}: ${paid} is left of a cancelled stay instead of ${retained}`] : []),
      ...(ordered === refund ? [] : [`${code}: ${ordered} was ordered back instead of ${refund}`]),
    ];
  });
