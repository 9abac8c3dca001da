import type { Db, Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { readCode } from '../../../shared/booking-code.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { assertLedgerComplete } from '../../payments/payment-pause.server.ts';
import { reasonError } from '../calendar/reason.ts';
import { changeBooking } from '../changes/change-booking.server.ts';
import { partyChangedEmail } from '../emails/corrected-emails.server.ts';
import { repriceRows } from '../extras/repriced-extras.server.ts';
import { toBalanceColumns } from '../moving/balance-columns.ts';
import { closeOpenPayment, requireNoPayment } from '../payments/close-open-payment.server.ts';
import { orderRefund, payRefunds } from '../payments/refunds.server.ts';
import { toBillLines } from '../pricing/price.ts';
import { storeRepricedQuote } from '../quotes/repriced-quote.server.ts';
import { quoteById, quoteParts } from '../quotes/store.server.ts';
import { toPricedStay } from '../record/added-extras.ts';
import { hasStoredCard } from '../record/booking.ts';
import { type Booking, bookingByCode, lockBooking } from '../record/bookings-store.server.ts';
import { eventDetailsOfKey } from '../record/events-store.server.ts';
import { extrasOfBooking } from '../record/extras-store.server.ts';
import type { PartyChange, PartyChangeRequest, PartyRequest } from './contract.server.ts';
import { priceParty } from './price-party.server.ts';

const event = 'party_changed';

/** Calculates the price or refund of another party; changes nothing. @throws AppError with a `reason` */
export async function previewParty(ctx: Ctx, code: string, request: PartyRequest): Promise<PartyChange> {
  const { booking } = await changeableBooking(ctx, code);
  return (await priceParty(ctx, ctx.db, booking, request)).change;
}

/**
 * Changes the party of a stay, with its price, refund and mail, once for each key.
 * @throws AppError with a `reason` and nothing changed, such as `price_changed` with the new total, `payment_under_way`,
 *   `too_many_guests`
 */
export async function changeParty(
  ctx: Ctx,
  code: string,
  request: PartyChangeRequest,
  key: string,
): Promise<PartyChange> {
  const { booking, actor } = await changeableBooking(ctx, code);
  const keyHash = hashToken(key).toString('hex');
  const before = await earlierChange(ctx.db, booking, request, keyHash);
  if (before) return before;
  requireSameTotal((await priceParty(ctx, ctx.db, booking, request)).change, request);
  await assertLedgerComplete(ctx);
  await closeOpenPayment(ctx, booking.id);
  const change = await ctx.db
    .transaction()
    .execute((tx) => apply(ctx, tx, booking.id, { request, actor, keyHash }));
  await payRefunds(ctx, booking.id);
  return change;
}

async function changeableBooking(ctx: Ctx, code: string): Promise<{ booking: Booking; actor: string }> {
  const { email } = requireAdmin(ctx);
  const booking = await bookingByCode(ctx.db, readCode(code));
  if (!booking) throw new AppError('notFound', 'There is no booking with this code.');
  requireChangeable(ctx, booking);
  return { booking, actor: email };
}

function requireChangeable(ctx: Ctx, { status, checkout }: Booking): void {
  if (status !== 'confirmed')
    throw reasonError('not_confirmed', `The party of confirmed stays is changed; this one is ${status}.`);
  if (checkout < todayAtProperty(ctx.now())) throw reasonError('not_confirmed', 'This stay is over.');
}

function requireSameTotal({ to }: PartyChange, { total }: PartyChangeRequest): void {
  if (to.total === total) return;
  throw reasonError('price_changed', 'The price of this party is another one now. Please look at it again.', {
    total: to.total,
  });
}

/** Returns the change that this idempotency key made earlier. @throws AppError `conflict` where that was another one */
async function earlierChange(
  db: Db,
  booking: Booking,
  { guests, pets, keepTotal }: PartyRequest,
  key: string,
): Promise<PartyChange | undefined> {
  const details = await eventDetailsOfKey(db, { bookingId: booking.id, event, key });
  if (!details) return undefined;
  const {
    from,
    to,
    difference,
    due,
    dueOn,
    refund,
    quote,
    keepsTotal,
    isDisputed = false,
  } = details as unknown as Recorded;
  if (to.guests !== guests || to.pets !== pets || keepsTotal !== keepTotal)
    throw new AppError(
      'conflict',
      'An earlier change was made with the same Idempotency-Key. Please look at the booking again.',
    );
  const row = (await quoteById(db, quote)) ?? (await quoteById(db, booking.quote_id));
  const lines = row ? toBillLines(quoteParts(row).price.lines) : [];
  return { from, to: { ...to, lines }, difference, due, dueOn, isDisputed, refund };
}

interface Recorded extends Omit<PartyChange, 'to' | 'isDisputed'> {
  /** Missing in changes before it was recorded. */
  isDisputed?: boolean;
  to: Omit<PartyChange['to'], 'lines'>;
  quote: string;
  keepsTotal: boolean;
}

interface RequestedParty {
  request: PartyChangeRequest;
  actor: string;
  keyHash: string;
}

async function apply(
  ctx: Ctx,
  tx: Tx,
  id: string,
  { request, actor, keyHash }: RequestedParty,
): Promise<PartyChange> {
  const booking = await lockBooking(tx, id);
  const before = await earlierChange(tx, booking, request, keyHash);
  if (before) return before;
  requireChangeable(ctx, booking);
  await requireNoPayment(tx, id);
  const { quote, price, change, balanceOn } = await priceParty(ctx, tx, booking, request);
  requireSameTotal(change, request);
  const { guests, pets, keepTotal, note } = request;
  if (guests === booking.guests && pets === booking.pets) return change;
  const now = ctx.now();
  const { from, to, difference, due, dueOn, isDisputed, refund } = change;
  const { lines: _, ...toParty } = to;
  if (refund > 0)
    await orderRefund(ctx, tx, booking, {
      kind: 'move',
      cause: `party:${keyHash}`,
      reason: 'Fewer of you come',
      amount: refund,
    });
  const quoteId = await storeRepricedQuote(tx, quote, { price, party: { guests, pets }, now });
  const stay = { ...toPricedStay(booking), guests, pets };
  await repriceRows(tx, await extrasOfBooking(tx, id), { price, stay });
  const recorded: Recorded = {
    from,
    to: toParty,
    difference,
    due,
    dueOn,
    isDisputed,
    refund,
    quote: quoteId,
    keepsTotal: keepTotal,
  };
  const changed = {
    guests,
    pets,
    quote_id: quoteId,
    total_cents: to.total,
    due_now_cents: Math.min(booking.due_now_cents, to.total),
  };
  await changeBooking(ctx, tx, booking, {
    set: difference === 0 ? changed : { ...changed, ...toBalanceColumns({ due, dueOn: balanceOn }, now) },
    event,
    actor,
    details: { ...recorded, key: keyHash },
    mails: (data) => ({
      [`booking-party-${quoteId}`]: partyChangedEmail(data, {
        from,
        due: difference === 0 ? 0 : due,
        dueOn,
        isDisputed,
        hasCard: hasStoredCard(booking),
        refund,
        note,
      }),
    }),
  });
  return change;
}
