import type { Ctx } from '../../../platform/context.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { bookedProperty } from '../calendar/store.server.ts';
import { loadEmailData, loadStayFrame } from '../emails/load-email-data.server.ts';
import { bookingMovedEmail } from '../emails/moved-email.server.ts';
import { toBillLines } from '../pricing/price.ts';
import { extraAmounts, toPricedStay } from '../record/added-extras.ts';
import type { MovePreview, MoveRequest } from './contract.server.ts';
import { moneyAfter, movableBooking, priceMove } from './price-move.server.ts';

/** Calculates the price or refund of moving a confirmed stay; changes nothing. @throws AppError with a `reason` */
export async function previewMove(ctx: Ctx, code: string, request: MoveRequest): Promise<MovePreview> {
  const { booking } = await movableBooking(ctx, code);
  const priced = await priceMove(ctx, booking, request);
  const { balanceOn: _, alone: __, ...money } = await moneyAfter(ctx, ctx.db, booking, priced, request);
  const from = await bookedProperty(ctx.db, booking.property_id);
  const { price, property } = priced;
  return {
    code: booking.code,
    from: {
      property: { slug: from.slug, title: from.title },
      checkin: booking.checkin,
      checkout: booking.checkout,
      total: booking.total_cents,
    },
    to: {
      property: { slug: property.slug, title: property.title },
      checkin: request.checkin,
      checkout: request.checkout,
      total: price.total,
      perNight: price.perNight,
      nights: price.nights,
      lines: toBillLines(price.lines),
    },
    difference: price.total - booking.total_cents,
    ...money,
    currency: booking.currency,
    extras: priced.extras.map(({ row, effect }) => ({
      id: row.id,
      label: row.label,
      effect,
      amount: extraAmounts(row, { price: priced.before, stay: toPricedStay(booking) }).total,
    })),
    overrides: priced.overrides,
    calendarsCheckedAt: priced.calendarsCheckedAt?.toISOString() ?? null,
  };
}

/** The mail that a move will send, as it will be; nothing changes. @throws AppError as `previewMove` does */
export async function previewMoveEmail(ctx: Ctx, code: string, request: MoveRequest): Promise<MailMessage> {
  const { booking } = await movableBooking(ctx, code);
  const priced = await priceMove(ctx, booking, request);
  const { property, stay, price } = priced;
  const money = await moneyAfter(ctx, ctx.db, booking, priced, request);
  const [from, data, frame] = await Promise.all([
    bookedProperty(ctx.db, booking.property_id),
    loadEmailData(ctx, ctx.db, booking),
    loadStayFrame(ctx, ctx.db, property.id),
  ]);
  const { checkin, checkout, total_cents: total } = booking;
  const after = {
    ...data,
    ...frame,
    checkin: stay.checkin,
    checkout: stay.checkout,
    lines: toBillLines(price.lines),
    total: price.total,
    due: money.due + money.alone,
    alone: money.alone,
    dueOn: money.dueOn,
  };
  const moved = {
    ...money,
    from: { propertyTitle: from.title, checkin, checkout, total },
    note: request.note,
  };
  return bookingMovedEmail(after, moved);
}
