import type { Db, Tx } from '../../db/client.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import { readCode } from '../../shared/booking-code.ts';
import { formatDateTime, todayAtProperty } from '../../shared/dates.ts';
import { AppError } from '../../shared/errors.ts';
import { addDays } from '../../shared/nights.ts';
import { momentAtProperty } from '../../shared/property-time.server.ts';
import { isUuid } from '../../shared/uuid.ts';
import { withoutUndefined } from '../../shared/without-undefined.ts';
import { requireAdmin } from '../auth/guards.ts';
import { arrivalSubject } from '../bookings/emails/guest-emails.server.ts';
import { sendArrivalEmail } from '../bookings/emails/send-arrival.server.ts';
import { accessDays } from '../bookings/record/access-days.ts';
import { isWithheld } from '../bookings/record/access-mails-store.server.ts';
import { isReachable } from '../bookings/record/booking.ts';
import { type Booking, bookingByCode, lockBooking } from '../bookings/record/bookings-store.server.ts';
import { listUndeliverable } from '../inbox/threads/messages.server.ts';
import { businessContact } from '../listings/store.server.ts';
import type { DraftRule, ForecastMessage, Preview, PreviewRequest, RuleDates } from './contract.server.ts';
import type { ForecastDays } from './forecast.ts';
import {
  type ArrivalRow,
  arrivalOfBooking,
  arrivalsBetween,
  type ForecastRow,
  messagesBetween,
  messagesOfBooking,
  messageWithStay,
  nextStays,
  plannedMessages,
} from './forecast-store.server.ts';
import {
  fillSecretTexts,
  messageSubject,
  readAccessTexts,
  reviewSentence,
  writeMessage,
} from './message-text.server.ts';
import { ruleMoment } from './plan-stay.server.ts';
import { sendMessageNow } from './send-message.server.ts';
import {
  findMessage,
  lockMessage,
  ruleWithTemplate,
  type ScheduledMessage,
  templateById,
  updateMessage,
} from './store.server.ts';

const maxMessages = 5_000;

/** Lists the messages of these days: planned, sent, and skipped ones with the reason. @throws as `requireAdmin` */
export async function readForecast(ctx: Ctx, { from, to }: ForecastDays): Promise<ForecastMessage[]> {
  requireAdmin(ctx);
  const moments = { from: momentAtProperty(from, '00:00'), until: momentAtProperty(addDays(to, 1), '00:00') };
  // The arrival mail of a late booking is sent on the day of the check-in at the latest.
  const checkins = { from, until: addDays(to, accessDays) };
  const [messages, arrivals] = await Promise.all([
    messagesBetween(ctx.db, moments, maxMessages),
    arrivalsBetween(ctx.db, checkins, maxMessages),
  ]);
  const isWithin = (moment: Date) => moment >= moments.from && moment < moments.until;
  const due = arrivals.filter((row) => isWithin(arrivalMoment(row)));
  return (await toForecast(ctx, messages, due)).slice(0, maxMessages);
}

export interface NextMessages {
  messages: ForecastMessage[];
  /** Whether there are more than these. */
  hasMore: boolean;
}

/** Lists the next messages until the end of a day at the homes; the caller has checked that the viewer is a host. */
export async function nextMessages(ctx: Ctx, lastDay: string, limit: number): Promise<NextMessages> {
  const today = todayAtProperty(ctx.now());
  const checkins = { from: today, until: addDays(lastDay, accessDays) };
  const [messages, arrivals] = await Promise.all([
    plannedMessages(ctx.db, momentAtProperty(addDays(lastDay, 1), '00:00'), limit + 1),
    arrivalsBetween(ctx.db, checkins, limit + 1, 'unsent'),
  ]);
  const all = await toForecast(ctx, messages, arrivals);
  return { messages: all.slice(0, limit), hasMore: all.length > limit };
}

/**
 * Lists all automatic messages to the guest of a booking, past and future.
 * @throws AppError `notFound`, and as `requireAdmin`
 */
export async function readBookingMessages(ctx: Ctx, code: string): Promise<ForecastMessage[]> {
  requireAdmin(ctx);
  const { id } = await findBooking(ctx.db, code);
  const [messages, arrival] = await Promise.all([
    messagesOfBooking(ctx.db, id),
    arrivalOfBooking(ctx.db, id),
  ]);
  return toForecast(ctx, messages, arrival ? [arrival] : []);
}

async function findBooking(db: Db, code: string): Promise<Booking> {
  const booking = await bookingByCode(db, readCode(code));
  if (!booking) throw new AppError('notFound', 'There is no booking with this code.');
  return booking;
}

async function toForecast(
  ctx: Ctx,
  messages: readonly ForecastRow[],
  arrivals: readonly ArrivalRow[],
): Promise<ForecastMessage[]> {
  const sent = messages.filter(({ status }) => status === 'sent').map(({ id }) => id);
  const [{ business_name: host }, undeliverable] = await Promise.all([
    businessContact(ctx.db),
    listUndeliverable(ctx.db, sent),
  ]);
  const today = todayAtProperty(ctx.now());
  // The arrival mail of a stay that is over does not go out any more.
  const due = arrivals.filter(({ sentAt, checkout }) => sentAt !== null || checkout >= today);
  const planned = messages.map((row) =>
    toMessage(ctx, row, { host, isUndeliverable: undeliverable.has(row.id) }),
  );
  return [...planned, ...due.map(toArrival)].sort(
    (one, other) => Date.parse(one.dueAt) - Date.parse(other.dueAt),
  );
}

const toStay = ({ bookingId: id, title, checkInFrom, checkOutUntil, ...stay }: ForecastRow) => ({
  stay: { ...stay, id },
  home: { title, checkInFrom, checkOutUntil },
});

function toMessage(
  ctx: Ctx,
  row: ForecastRow,
  { host, isUndeliverable }: { host: string; isUndeliverable: boolean },
): ForecastMessage {
  const { stay, home } = toStay(row);
  const { id, dueAt, status, sentAt, reason, template, templateSubject, templateId, bookingStatus } = row;
  const text = { template: template ?? '', subject: templateSubject ?? '' };
  const canReach = isReachable(row);
  const can = bookingStatus === 'confirmed' && template !== null ? allowed[status] : [];
  return withoutUndefined({
    id,
    dueAt: dueAt.toISOString(),
    status,
    isUndeliverable,
    reason: reason ?? (status === 'planned' && !canReach ? 'no_address' : undefined),
    rule: row.rule ?? 'Deleted rule',
    template: template ?? '',
    templateId,
    code: row.code,
    guest: row.name,
    home: row.title,
    subject: row.sentSubject || messageSubject(ctx, stay, { home, host, template: text }),
    sentAt: sentAt?.toISOString(),
    can: canReach ? can : can.filter((verb) => verb !== 'send'),
  });
}

const allowed: Record<ForecastMessage['status'], ForecastMessage['can']> = {
  planned: ['skip', 'send'],
  skipped: ['send'],
  sent: [],
  cancelled: [],
};

/** When address and access are sent: three days before, or at once to who books later. */
function arrivalMoment({ checkin, confirmedAt: confirmed }: ArrivalRow): Date {
  const from = momentAtProperty(addDays(checkin, -accessDays), '00:00');
  return confirmed && confirmed > from ? confirmed : from;
}

/**
 * The arrival mail with address and access, which is sent automatically and cannot be skipped. After a restore a host
 * may have to send it.
 */
function toArrival(row: ArrivalRow): ForecastMessage {
  const { code, name, title, checkin, sentAt, isWithheld, isUndeliverable } = row;
  const status: ForecastMessage['status'] = sentAt ? 'sent' : isWithheld ? 'skipped' : 'planned';
  const can: ForecastMessage['can'] = isWithheld && isReachable(row) ? ['send'] : [];
  const reason: ForecastMessage['reason'] = isWithheld ? 'restored' : undefined;
  return withoutUndefined({
    id: `${arrivalId}${code}`,
    dueAt: arrivalMoment(row).toISOString(),
    status,
    reason,
    isUndeliverable,
    rule: 'Arrival',
    template: 'Address and access',
    templateId: null,
    code,
    guest: name,
    home: title,
    subject: arrivalSubject({ checkin, propertyTitle: title, code }),
    sentAt: sentAt?.toISOString(),
    can,
  });
}

/** Changes a message under the locks of its booking and its own. */
async function changeMessage(
  ctx: Ctx,
  id: string,
  change: (tx: Tx, message: ScheduledMessage, booking: Booking) => Promise<unknown>,
): Promise<ForecastMessage> {
  requireAdmin(ctx);
  const stored = isUuid(id) ? await findMessage(ctx.db, id.toLowerCase()) : undefined;
  if (!stored) throw noSuchMessage(id);
  await ctx.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, stored.booking_id);
    const message = await lockMessage(tx, stored.id);
    if (!message) throw noSuchMessage(id);
    assertOpen(message, booking);
    await change(tx, message, booking);
  });
  const row = await messageWithStay(ctx.db, stored.id);
  const [message] = await toForecast(ctx, row ? [row] : [], []);
  if (!message) throw noSuchMessage(id);
  return message;
}

const arrivalId = 'arrival-';

const noSuchMessage = (id: string): AppError =>
  id.startsWith(arrivalId)
    ? new AppError('conflict', 'The mail with address and access goes out by itself, 3 days before arrival.')
    : new AppError('notFound', 'There is no such message.');

const conflict = (message: string, reason: string): AppError =>
  new AppError('conflict', message, { extra: { reason } });

function assertOpen({ status }: ScheduledMessage, booking: Booking): void {
  if (status === 'sent') throw conflict('This message was sent already.', 'already_sent');
  if (booking.status !== 'confirmed') throw conflict('This stay is not confirmed.', 'not_confirmed');
  if (status === 'cancelled') throw conflict('This message was cancelled.', 'cancelled');
}

/** Sends a message now, also a skipped one. @throws AppError `notFound`, `conflict`, and as `requireAdmin` */
export const sendNow = (ctx: Ctx, id: string): Promise<ForecastMessage> =>
  id.startsWith(arrivalId) ? sendWithheldArrival(ctx, id) : sendScheduled(ctx, id);

/** @param id of an arrival mail that a restore withheld */
async function sendWithheldArrival(ctx: Ctx, id: string): Promise<ForecastMessage> {
  requireAdmin(ctx);
  const booking = await findBooking(ctx.db, id.slice(arrivalId.length));
  if (!(await isWithheld(ctx.db, booking.id))) throw noSuchMessage(id);
  if (booking.status !== 'confirmed') throw conflict('This stay is not confirmed.', 'not_confirmed');
  if (!isReachable(booking)) throw noAddress();
  await sendArrivalEmail(ctx, booking.id);
  const arrival = await arrivalOfBooking(ctx.db, booking.id);
  if (!arrival?.sentAt) throw noSuchMessage(id);
  return toArrival(arrival);
}

const noAddress = (): AppError =>
  conflict(
    'This guest has no e-mail address, or deleted their account, and cannot be written to.',
    'no_address',
  );

const sendScheduled = (ctx: Ctx, id: string): Promise<ForecastMessage> =>
  changeMessage(ctx, id, async (tx, message, booking) => {
    const template = await ruleWithTemplate(tx, message.rule_id);
    if (!template) throw conflict('The rule of this message was deleted.', 'cancelled');
    if (!isReachable(booking)) throw noAddress();
    await sendMessageNow(ctx, tx, { booking, message, template });
  });

/** Skips a message permanently, even if the stay changes. @throws AppError `notFound`, `conflict`, and as `requireAdmin` */
export const skipMessage = (ctx: Ctx, id: string): Promise<ForecastMessage> =>
  changeMessage(ctx, id, (tx, message) =>
    updateMessage(tx, message.id, { status: 'skipped', reason: 'by_host' }),
  );

/**
 * Renders a template as a booking's guest would get it now, without the link of the review.
 * @throws AppError `notFound`, and as `requireAdmin`
 */
export async function previewMessage(ctx: Ctx, { template_id, code }: PreviewRequest): Promise<Preview> {
  requireAdmin(ctx);
  const template = await templateById(ctx.db, template_id);
  if (!template) throw new AppError('notFound', 'There is no such template.');
  const booking = await findBooking(ctx.db, code);
  const { subject, mailed } = await writeMessage(ctx, ctx.db, booking, template);
  const access = await readAccessTexts(ctx.db, booking, ctx.now());
  return { subject, text: fillSecretTexts(mailed, { ...access, review: reviewSentence }) };
}

const datedStays = 3;

/** Computes when a rule with these values would send messages for the next stays. @throws as `requireAdmin` */
export async function listRuleDates(ctx: Ctx, rule: DraftRule): Promise<RuleDates> {
  requireAdmin(ctx);
  const now = ctx.now();
  const stays = await nextStays(ctx.db, {
    today: todayAtProperty(now),
    propertyId: rule.property_id,
    limit: datedStays,
  });
  const lines = stays.map((stay) => {
    const moment = ruleMoment(rule, stay);
    const past = moment < now ? ' (over: a new rule does not send it)' : '';
    return `${formatDateTime(moment.toISOString())}${past}: ${stay.name}, ${stay.title} (${stay.code})`;
  });
  const title =
    stays.length > 0
      ? 'For the next stays it goes out on'
      : 'No stay to come is booked yet: no dates to show.';
  return { title, lines };
}
