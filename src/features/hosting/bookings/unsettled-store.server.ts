import { sql } from 'kysely';
import type { Db } from '../../../db/client.server.ts';
import { joinedProperty } from '../../listings/store.server.ts';

/** The most rows of one kind that a screen shows. */
const limit = 100;

interface OfBooking {
  code: string;
  property: { slug: string; title: string };
  name: string;
  phone: string;
}

export interface DisputeRow extends OfBooking {
  id: string;
  status: string;
  amount: number;
  reason: string;
  answerBy: Date | null;
}

/** Disputes that no bank has decided yet, with their present state, the oldest first. */
export async function openDisputes(db: Db, bookingId: string | null = null): Promise<DisputeRow[]> {
  const { rows } = await sql<DisputeRow>`
    select code, ${joinedProperty} as property, name, phone, disputes.id, disputes.status,
      disputes.amount_cents as amount, disputes.reason, answer_by as "answerBy"
    from disputes
    join bookings on bookings.id = disputes.booking_id
    join properties on properties.id = bookings.property_id
    where disputes.status not in ('won', 'lost', 'warning_closed', 'prevented')
      and (${bookingId}::uuid is null or disputes.booking_id = ${bookingId}::uuid)
    order by disputes.created_at
    limit ${limit}`.execute(db);
  return rows;
}

export interface FailedRefundRow extends OfBooking {
  /** The part of the failed refunds that has still not been paid back. */
  amount: number;
  /** The provider's reason; empty: it gave none. */
  reason: string;
  failedAt: Date;
}

/**
 * Selects bookings with failed refunds, including those begun on the provider's own page. A failure is settled by a
 * refund that began after it; if that one fails, too, it is a failure of its own.
 */
export async function failedRefunds(db: Db, bookingId: string | null = null): Promise<FailedRefundRow[]> {
  const { rows } = await sql<FailedRefundRow>`
    with failed as (
      select booking_id, id, created_at, (details ->> 'amount')::bigint as amount,
        coalesce(details ->> 'reason', '') as reason
      from booking_events
      where event = 'refund_failed' and (${bookingId}::uuid is null or booking_id = ${bookingId}::uuid)
    ), unpaid as (
      select booking_id, (array_agg(reason order by id desc))[1] as reason, max(created_at) as failed_at, max(
        (select sum(amount) from failed as since where since.booking_id = failed.booking_id and since.id >= failed.id)
        - (select coalesce(sum(amount_cents), 0) from refund_orders
          where refund_orders.booking_id = failed.booking_id and refund_orders.created_at > failed.created_at)
      )::bigint as amount
      from failed group by booking_id
    )
    select code, ${joinedProperty} as property, name, phone, unpaid.amount, unpaid.reason, failed_at as "failedAt"
    from unpaid
    join bookings on bookings.id = unpaid.booking_id
    join properties on properties.id = bookings.property_id
    where unpaid.amount > 0
    order by failed_at
    limit ${limit}`.execute(db);
  return rows;
}
