import type { Insertable, Selectable } from 'kysely';
import type { Db, Tx } from '../../../db/client.server.ts';
import type { PaymentsTable } from '../../../db/schema/payments.ts';
import { chargeable } from '../pricing/min-charge.ts';
import type { Booking } from './bookings-store.server.ts';

/** The money of a booking in minor units. */
export interface Money {
  /** Charges less refunds less lost disputes. */
  paid: number;
  /** Refunds that the provider has not confirmed yet. */
  pending: number;
  /** Voluntary refunds of the hosts. */
  waived: number;
  /** The amount that a bank holds while it decides a dispute. */
  disputed: number;
  /** The amount that the guest owes; 0 if the booking has ended, or if it is below the least that a card can be charged. */
  open: number;
  /** Refunds from before a restore, whose reason is lost; they are subtracted from the refund of a cancellation. */
  unexplained: number;
  /** The part of `open` that is due separately: charges, and extras ordered when no balance was to come. */
  alone: number;
}

export const moneyColumns = [
  'paid',
  'pending',
  'waived',
  'disputed',
  'open',
  'unexplained',
  'alone',
] as const;

/** Reads the view `booking_money` for a single booking; lists and jobs read the columns of `bookings`. */
export const bookingMoney = (db: Db, bookingId: string): Promise<Money> =>
  db
    .selectFrom('booking_money')
    .select(moneyColumns)
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();

type BalanceDay = Pick<Booking, 'plan' | 'balance_due_on'>;

/** Whether a part of what is open waits for the day of the deposit's balance. */
export const isBalanceToCome = (
  { plan, balance_due_on }: BalanceDay,
  { open, alone }: Pick<Money, 'open' | 'alone'>,
  today: string,
): boolean => plan === 'deposit' && open > alone && balance_due_on !== null && balance_due_on > today;

/** The day on which the balance is charged or requested by itself; `null` without a balance, and where the hosts decide about it. */
export const balanceDay = (
  { balance_due_on }: Pick<Booking, 'balance_due_on'>,
  { money: { open, alone }, isDisputed }: { money: Pick<Money, 'open' | 'alone'>; isDisputed: boolean },
): string | null => (open > alone && !isDisputed ? balance_due_on : null);

/** The part of a balance that a stored card may be charged for; amounts that are due by themselves are left out. */
export const chargeableBalance = ({ open, alone }: Pick<Money, 'open' | 'alone'>): number =>
  chargeable(open - alone);

/** Returns what the next payment page is for: charges that are due separately, while a balance is still to come. */
export const nextPayment = (
  booking: BalanceDay,
  { open, alone }: Pick<Money, 'open' | 'alone'>,
  today: string,
): { amount: number; purpose: 'balance' | 'charge' } => {
  const isAlone = alone > 0 && (alone === open || isBalanceToCome(booking, { open, alone }, today));
  return isAlone ? { amount: alone, purpose: 'charge' } : { amount: open, purpose: 'balance' };
};

/** The payments minus completed and pending refunds. */
export const paidLeft = ({ paid, pending }: Money): number => paid - pending;

/** Returns the amount that can be refunded, without what a bank holds for a dispute. */
export const refundable = (money: Money): number => Math.max(0, paidLeft(money) - money.disputed);

/** The amount by which the guest has overpaid the stay. */
export const overpaid = (total: number, money: Money): number =>
  Math.max(0, paidLeft(money) - Math.max(0, total - money.waived));

export type Payment = Selectable<PaymentsTable>;

/** Lists what holds of the ledger, the oldest first: a refund or dispute once, with its corrections; none where they undo it. */
export async function listPayments(db: Db, bookingId: string): Promise<Payment[]> {
  const rows = await db
    .selectFrom('payments')
    .selectAll()
    .where('booking_id', '=', bookingId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  const objects = Map.groupBy(rows, ({ id, stripe_id, corrects }) => corrects ?? stripe_id ?? id);
  return rows.flatMap((row) => {
    const same = objects.get(row.corrects ?? row.stripe_id ?? row.id) ?? [];
    const amount_cents = same.reduce((sum, one) => sum + one.amount_cents, 0);
    return row === same.at(-1) && amount_cents !== 0 ? [{ ...row, amount_cents }] : [];
  });
}

/** Whether everything paid of a booking was certainly paid by card. */
export const isPaidByCard = async (db: Db, bookingId: string): Promise<boolean> =>
  !(await isDebitPossible(db, bookingId)) &&
  (await listPayments(db, bookingId)).every(({ kind, method }) => kind !== 'charge' || method === 'card');

/** How the card provider's refunds of a booking are described to its guest. */
export const refundMethod = async (db: Db, bookingId: string): Promise<'as_paid' | 'card'> =>
  (await isDebitPossible(db, bookingId)) ? 'as_paid' : 'card';

/** Whether a payment of a booking may be a bank debit: the ledger has it as `card`, but its page took both. */
const isDebitPossible = async (db: Db, bookingId: string): Promise<boolean> =>
  (await db
    .selectFrom('payment_attempts')
    .select('id')
    .where('booking_id', '=', bookingId)
    .where('status', '=', 'paid')
    .where('takes_bank_debit', '=', true)
    .limit(1)
    .executeTakeFirst()) !== undefined;

export const paymentByStripeId = (db: Db, stripeId: string) =>
  db.selectFrom('payments').selectAll().where('stripe_id', '=', stripeId).executeTakeFirst();

/** Sums the refunds, ordered here or at the provider, and the lost disputes of each charge. */
export async function refundsByCharge(db: Db, bookingId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('payments')
    .select(({ fn }) => ['charge_id', fn.sum<number>('amount_cents').as('amount')])
    .where('booking_id', '=', bookingId)
    .where('kind', 'in', ['refund', 'dispute'])
    .groupBy('charge_id')
    .execute();
  return new Map(rows.map(({ charge_id, amount }) => [charge_id ?? '', Number(amount)]));
}

/** Corrects what the ledger has of a refund or dispute, if any, by one more row. Lock its booking first. */
export async function correctPayment(
  tx: Tx,
  stripeId: string,
  { amountCents, reason, now }: { amountCents: number; reason: string; now: Date },
): Promise<void> {
  const rows = await tx
    .selectFrom('payments')
    .selectAll()
    .where((row) => row.or([row('stripe_id', '=', stripeId), row('corrects', '=', stripeId)]))
    .execute();
  const first = rows.find(({ stripe_id }) => stripe_id === stripeId);
  const difference = rows.reduce((rest, { amount_cents }) => rest - amount_cents, amountCents);
  if (!first || difference === 0) return;
  const { booking_id, kind, currency, method, charge_id } = first;
  await tx
    .insertInto('payments')
    .values({
      booking_id,
      kind,
      amount_cents: difference,
      currency,
      method,
      charge_id,
      corrects: stripeId,
      reason,
      created_at: now,
    })
    .execute();
}

/** Adds a payment to the ledger once. @returns whether it is new */
export async function insertPayment(tx: Db, row: Insertable<PaymentsTable>): Promise<boolean> {
  const added = await tx
    .insertInto('payments')
    .values(row)
    .onConflict((conflict) => conflict.column('stripe_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return added !== undefined;
}
