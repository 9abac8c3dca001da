import type { Tx } from '../../db/client.server.ts';
import type { MessageReason } from '../../db/schema/scheduled-messages.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { hourMs } from '../../shared/durations.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { tripUrl } from '../bookings/emails/load-email-data.server.ts';
import { mailQueued } from '../bookings/emails/queue-booking-mail.server.ts';
import { isReachable } from '../bookings/record/booking.ts';
import { type Booking, lockBooking } from '../bookings/record/bookings-store.server.ts';
import { recordEvent } from '../bookings/record/events-store.server.ts';
import { sendAutomatic } from '../inbox/threads/messages.server.ts';
import { openBookingThread } from '../inbox/threads/store.server.ts';
import { forEachUntilDown } from '../payments/for-each-until-down.server.ts';
import { hasSecretPlaceholder, type TemplateText, writeMessage } from './message-text.server.ts';
import { isForHome, type Rule } from './plan-stay.server.ts';
import {
  type DueMessage,
  dueMessages,
  isPlanPending,
  lockMessage,
  ruleWithTemplate,
  type ScheduledMessage,
  unpaidMessages,
  updateMessage,
} from './store.server.ts';

const batchSize = 200;

/** Sends the messages that are due, each in a transaction of its own: at most once, and none is lost. */
export async function sendDueMessages(ctx: Ctx, signal?: AbortSignal): Promise<void> {
  const now = ctx.now();
  const sendAll = (due: DueMessage[]) => forEachUntilDown(ctx, due, (one) => sendIfDue(ctx, one), signal);
  let last: DueMessage | undefined;
  do {
    const due = await dueMessages(ctx.db, now, last, batchSize);
    await sendAll(due);
    last = due.at(-1);
  } while (last && !signal?.aborted);
  await sendAll(await unpaidMessages(ctx.db, todayAtProperty(now), batchSize));
}

const sendIfDue = (ctx: Ctx, { id, booking_id }: DueMessage): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, booking_id);
    const message = await lockMessage(tx, id);
    if (message?.status !== 'planned' || message.due_at > ctx.now() || booking.status !== 'confirmed') return;
    const rule = await ruleWithTemplate(tx, message.rule_id);
    // The next planning cancels a message whose rule no longer applies.
    if (!rule?.is_active || !isForHome(rule, booking.property_id)) return;
    // The stay or the rule changed since the last planning; the next one sets a new time.
    if (await isPlanPending(tx, message)) return;
    if (!isReachable(booking)) return skip(tx, message, 'no_address');
    const isUnpaid = rule.only_if_paid && booking.open_cents > 0;
    const isOver = booking.checkout < todayAtProperty(ctx.now());
    // A message that waited for its payment until the stay was over is not sent, even if its rule has changed.
    if (isOver && (isUnpaid || message.reason === 'not_paid')) return skip(tx, message, 'not_paid');
    if (isUnpaid) {
      await updateMessage(tx, id, { reason: 'not_paid', waits_until: booking.checkout });
      return;
    }
    const skipAfter = toSkipAfter(message, { event: rule.event, checkout: booking.checkout });
    if (skipAfter && ctx.now() > skipAfter) return skip(tx, message, 'too_late');
    await sendMessageNow(ctx, tx, { booking, message, template: rule, skipAfter });
  });

/** A message that is counted from the arrival or the departure is skipped if it is later than this. */
const maxLateMs = 12 * hourMs;

/** Returns the moment after which a message is outdated, because the site or its mail server was down for hours or days. */
function toSkipAfter(
  { due_at, planned_for, waits_until }: ScheduledMessage,
  { event, checkout }: { event: Rule['event']; checkout: string },
): Date | null {
  const ends: number[] = [];
  // A message that waited for its payment is late on purpose.
  if (event !== 'booked' && waits_until === null)
    ends.push(Math.max(due_at.getTime(), planned_for.getTime()) + maxLateMs);
  if (todayAtProperty(planned_for) < checkout)
    ends.push(momentAtProperty(addDays(checkout, 1), '00:00').getTime());
  return ends.length > 0 ? new Date(Math.min(...ends)) : null;
}

async function skip(tx: Tx, { id }: ScheduledMessage, reason: MessageReason): Promise<void> {
  await updateMessage(tx, id, { status: 'skipped', reason });
}

interface MessageToSend {
  /** The booking and the message are locked. */
  booking: Booking;
  message: ScheduledMessage;
  template: TemplateText;
  /** The moment after which the mail server need not take it any more; none for what a host sends. */
  skipAfter?: Date | null;
}

/** Sends a message through the guest's conversation; a mail that is repeated after a crash has the same Message-ID. */
export async function sendMessageNow(
  ctx: Ctx,
  tx: Tx,
  { booking, message: { id }, template, skipAfter }: MessageToSend,
): Promise<void> {
  const now = ctx.now();
  const { property_id, checkin } = booking;
  const { subject, stored, mailed } = await writeMessage(ctx, tx, booking, template);
  await openBookingThread(tx, booking.id, now, 'answered');
  await sendAutomatic(ctx, tx, booking.id, {
    id,
    subject,
    text: stored,
    mailed,
    link: { label: 'Open your booking', url: tripUrl(ctx, booking) },
    access: hasSecretPlaceholder(mailed) ? { accessOf: booking.id, accessFor: { property_id, checkin } } : {},
    skipAfter: skipAfter?.toISOString(),
  });
  await updateMessage(tx, id, { status: 'sent', reason: null, subject, sent_at: now, message_id: id });
  const event = { booking_id: booking.id, event: mailQueued, actor: 'system', created_at: now };
  await recordEvent(tx, { ...event, details: { to: 'guest', subject, message: id } });
}
