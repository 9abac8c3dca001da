import { moveBooking } from '../../src/features/bookings/moving/move-booking.server.ts';
import { bookingByCode } from '../../src/features/bookings/record/bookings-store.server.ts';
import { bookingMoney, paidLeft } from '../../src/features/bookings/record/payments-store.server.ts';
import {
  approveBooking,
  cancelHostedBooking,
  declineBooking,
  refundHostedBooking,
} from '../../src/features/hosting/bookings/actions.server.ts';
import { failedRefunds } from '../../src/features/hosting/bookings/unsettled-store.server.ts';
import { closeNights, openNights } from '../../src/features/hosting/calendar/blocks.server.ts';
import { bookByPhone } from '../../src/features/hosting/phone/book-by-phone.server.ts';
import { newId } from '../../src/shared/uuid.server.ts';
import { addRefund } from './guest-steps.ts';
import type { StepOf } from './step.ts';
import { bookingAt, homeAt, pick, type World } from './world.ts';

const cashCents = 10_000;

export async function phone(world: World, step: StepOf<'phone'>): Promise<void> {
  const stay = { property: homeAt(world, step).slug, ...world.span(step), guests: 2, pets: 0 };
  const placed = await bookByPhone(
    world.host,
    {
      ...stay,
      name: 'Ben Fox',
      email: 'ben@guests.example',
      phone: '+1 850 555 0101',
      note: '',
      payment: step.isPaid ? { kind: 'elsewhere', how: 'Cash', amount: cashCents } : { kind: 'link' },
    },
    newId(),
  );
  const id = (await bookingByCode(world.ctx.db, placed.code))?.id ?? '';
  world.bookings.push(id);
  if (step.isPaid) world.paidElsewhere.set(id, cashCents);
}

export async function approve(world: World, step: StepOf<'approve'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (booking) await approveBooking(world.host, booking.code);
}

export async function decline(world: World, step: StepOf<'decline'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (booking) await declineBooking(world.host, booking.code, { reason: 'We are away.' });
}

export async function move(world: World, step: StepOf<'move'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (!booking) return;
  const property = homeAt(world, step).slug;
  await moveBooking(world.host, booking.code, { ...world.span(step), property, keepPrice: step.keepPrice });
}

/** A part of what was paid and not refunded yet; nothing where a bank has taken back more than that. */
async function partOf({ ctx }: World, bookingId: string, percent: number): Promise<number> {
  return Math.max(0, Math.floor((paidLeft(await bookingMoney(ctx.db, bookingId)) * percent) / 100));
}

export async function cancelAsHosts(world: World, step: StepOf<'cancel'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  if (!booking) return;
  const refund = await partOf(world, booking.id, step.percent);
  await cancelHostedBooking(world.host, booking.code, { refund, reason: 'A storm' });
  addRefund(world, booking.id, refund);
}

/** Repeats refunds that the bank sent back or the provider rejected, as their mail and the Today screen request. */
export async function refundAgain(world: World, step: StepOf<'refund_again'>): Promise<void> {
  const failed = pick(await failedRefunds(world.ctx.db), step.refund);
  const booking = failed && (await bookingByCode(world.ctx.db, failed.code));
  if (!booking) return;
  const left = paidLeft(await bookingMoney(world.ctx.db, booking.id));
  const amount = Math.min(failed.amount, left);
  if (amount <= 0) return;
  const order = { amount, reason: 'Once more', isPaidBack: false };
  await refundHostedBooking(world.host, booking.code, order, newId());
  addRefund(world, booking.id, amount);
}

/** Goodwill; repeated, as by a doubled click, it goes back once. */
export async function refund(world: World, step: StepOf<'refund'>): Promise<void> {
  const booking = await bookingAt(world, step.booking);
  const amount = booking ? await partOf(world, booking.id, step.percent) : 0;
  if (!booking || amount === 0) return;
  const key = newId();
  const order = () =>
    refundHostedBooking(world.host, booking.code, { amount, reason: 'Rain', isPaidBack: false }, key);
  await order();
  addRefund(world, booking.id, amount);
  if (step.isRepeated) await order();
}

export async function block(world: World, step: StepOf<'block'>): Promise<void> {
  const { checkin } = world.span(step);
  const last = world.span({ ...step, nights: step.nights - 1 }).checkout;
  const span = { first_night: checkin, last_night: last, note: '' };
  const { id } = await closeNights(world.host, { property: homeAt(world, step).slug, ...span });
  if (!world.blocks.includes(id)) world.blocks.push(id);
}

export async function unblock(world: World, step: StepOf<'unblock'>): Promise<void> {
  const id = pick(world.blocks, step.block);
  if (!id) return;
  world.blocks.splice(world.blocks.indexOf(id), 1);
  await openNights(world.host, id);
}
