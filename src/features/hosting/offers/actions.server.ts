import type { Tx } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import type { MailMessage } from '../../../platform/mail/mailer.server.ts';
import { formatDate } from '../../../shared/dates.ts';
import { dayMs } from '../../../shared/durations.ts';
import { AppError } from '../../../shared/errors.ts';
import { formatMoney } from '../../../shared/money.ts';
import { momentAtProperty } from '../../../shared/property-time.server.ts';
import { canonicalEmail } from '../../../shared/text/email.ts';
import { newId } from '../../../shared/uuid.server.ts';
import { isUuid } from '../../../shared/uuid.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { hashToken } from '../../auth/tokens.server.ts';
import { takeNights } from '../../bookings/checkout/take-nights.server.ts';
import { offerEmail } from '../../bookings/emails/list-emails.server.ts';
import { loadStayFrame } from '../../bookings/emails/load-email-data.server.ts';
import { endUnpaidHold } from '../../bookings/payments/end-unpaid.server.ts';
import { currency, toBillLines } from '../../bookings/pricing/price.ts';
import { takenError } from '../../bookings/quotes/actions.server.ts';
import { type HostedPrice, storeHostedPrice } from '../../bookings/quotes/hosted-quote.server.ts';
import { lockBooking, updateBooking } from '../../bookings/record/bookings-store.server.ts';
import {
  inquiryById,
  insertOffer,
  lockOffer,
  type OfferRow,
  offerById,
  withdrawOfferRow,
} from '../../bookings/record/offers-store.server.ts';
import { sendMessage } from '../../inbox/threads/messages.server.ts';
import { lockThread } from '../../inbox/threads/store.server.ts';
import { assertSiteOpen } from '../../opening/opening.server.ts';
import { priceFresh } from '../phone/price-request.server.ts';
import type { HostedOffer, OfferRequest } from './contract.server.ts';
import { holdOfferedNights } from './hold-offer.server.ts';
import { offerState } from './offer.ts';
import { noOffer, offerToken, offerUrl, readHosted, toFacts } from './read-offer.server.ts';
import { offerSentAlready } from './repeated-offer.server.ts';

const maxOfferDays = 90;

/** Makes an offer, whose price never changes, and may hold its nights. @throws AppError with a `reason` */
export async function makeOffer(ctx: Ctx, request: OfferRequest): Promise<HostedOffer> {
  const { email: actor, name } = requireAdmin(ctx);
  await assertSiteOpen(ctx);
  const { inquiryId, expiresAt, holdNights = false, note = '', email: address, ...stay } = request;
  const inquiry = inquiryId === undefined ? null : await inquiryById(ctx.db, inquiryId);
  if (inquiry === undefined)
    throw new AppError('notFound', 'There is no such inquiry.', {
      fields: { inquiryId: 'There is no such inquiry' },
    });
  const email = address === undefined ? (canonicalEmail(inquiry?.email ?? '') ?? '') : (address ?? '');
  const nightly_cents = stay.nightly_cents ?? null;
  const offer = { email, note, holds_nights: holdNights, nightly_cents };
  const extra_lines = (stay.extras ?? []).map(({ id, quantity }) => ({ extraId: id, quantity }));
  const offered = { ...stay, slug: stay.property, ...offer, extra_lines, createdBy: actor, expiresAt };
  // The earlier offer may hold these nights, so it is looked up before this one is priced.
  const earlier = inquiry && (await offerSentAlready(ctx, ctx.db, inquiry.id, offered));
  if (earlier) return readHosted(ctx, earlier.id);
  const priced = await priceFresh(ctx, stay);
  checkExpiry(ctx, priced, expiresAt);
  const id = newId();
  const offerId = await takeNights(ctx, async (tx) => {
    if (inquiry) await lockThread(tx, inquiry.id);
    const sent = inquiry && (await offerSentAlready(ctx, tx, inquiry.id, offered));
    if (sent) return sent.id;
    const quoteId = await storeHostedPrice(ctx, tx, priced, expiresAt);
    const booking = holdNights
      ? await holdOfferedNights(ctx, tx, { priced, quoteId, expiresAt, actor })
      : null;
    await insertOffer(tx, {
      id,
      token_hash: hashToken(offerToken(ctx, id)),
      quote_id: quoteId,
      ...offer,
      booking_id: booking?.id ?? null,
      inquiry_id: inquiry?.id ?? null,
      created_by: actor,
      expires_at: expiresAt,
      created_at: ctx.now(),
    });
    const origin = { id, inquiryId: inquiry?.id ?? null, actor: { name, email: actor } };
    if (email !== '') await mailOffer(ctx, tx, origin, { priced, email, note, expiresAt, holdNights });
    return id;
  });
  if (offerId === null) throw takenError(priced.rules, priced.stay);
  return readHosted(ctx, offerId);
}

function checkExpiry(ctx: Ctx, { property, stay }: HostedPrice, expiresAt: Date): void {
  const now = ctx.now().getTime();
  const arrival = momentAtProperty(stay.checkin, property.check_in_from);
  const fail = (message: string) => new AppError('invalid', message, { fields: { expiresAt: message } });
  if (expiresAt.getTime() <= now) throw fail('An offer must stand for some time');
  if (expiresAt > arrival) throw fail('An offer cannot stand longer than until check-in');
  if (expiresAt.getTime() > now + maxOfferDays * dayMs)
    throw fail(`An offer stands for at most ${maxOfferDays} days`);
}

interface MailedOffer {
  priced: HostedPrice;
  email: string;
  note: string;
  expiresAt: Date;
  holdNights: boolean;
}

interface OfferOrigin {
  id: string;
  inquiryId: string | null;
  actor: { name: string; email: string };
}

/** Queues the mail of an offer; for an inquiry it is a reply in its conversation. */
async function mailOffer(ctx: Ctx, tx: Tx, { id, inquiryId, actor }: OfferOrigin, offer: MailedOffer) {
  const mail = await composeOffer(ctx, tx, id, offer);
  if (inquiryId === null) await ctx.mail.queue(tx, `offer-${id}`, mail);
  else await sendMessage(ctx, tx, inquiryId, { text: describeOffer(offer), actor, mail });
}

/** Formats an offer as a reply in the conversation of its inquiry. */
function describeOffer({ priced: { property, stay, price }, note }: MailedOffer): string {
  const dates = `${formatDate(stay.checkin)} to ${formatDate(stay.checkout)}`;
  const facts = `An offer: ${property.title}, ${dates}, ${formatMoney(price.total, currency)} in all.`;
  return note === '' ? facts : `${facts}\n\n${note}`;
}

async function composeOffer(ctx: Ctx, tx: Tx, id: string, offer: MailedOffer): Promise<MailMessage> {
  const { property, stay, price } = offer.priced;
  const frame = await loadStayFrame(ctx, tx, property.id);
  const data = {
    ...frame,
    ...stay,
    total: price.total,
    currency: 'usd',
    lines: toBillLines(price.lines),
  };
  const recipient = { email: offer.email, hostsEmail: ctx.settings.hostsEmail };
  return offerEmail(data, recipient, {
    url: offerUrl(ctx, id),
    expiresAt: offer.expiresAt.toISOString(),
    note: offer.note,
    areNightsHeld: offer.holdNights,
  });
}

/** Ends an offer and its hold; repeated, it changes nothing. @throws AppError `conflict` when it was booked */
export async function withdrawOffer(ctx: Ctx, id: string): Promise<HostedOffer> {
  const { email: actor } = requireAdmin(ctx);
  if (!isUuid(id) || !(await offerById(ctx.db, id))) throw noOffer();
  const bookingId = await ctx.db.transaction().execute(async (tx) => {
    await lockOffer(tx, id);
    const offer = (await offerById(tx, id)) as OfferRow;
    if (offerState(toFacts(offer), true, ctx.now()) === 'booked')
      throw new AppError('conflict', 'The guest has booked this offer already.');
    if (!offer.withdrawnAt) await withdrawOfferRow(tx, offer, ctx.now());
    if (offer.booking_id) await endHold(tx, offer.booking_id, ctx.now());
    return offer.booking_id;
  });
  if (bookingId) await endUnpaidHold(ctx, bookingId, 'released', actor);
  return readHosted(ctx, id);
}

/** The page cannot be closed while the card provider is down: `run_bookings` releases the hold later. */
async function endHold(tx: Tx, bookingId: string, now: Date): Promise<void> {
  const { status } = await lockBooking(tx, bookingId);
  if (status === 'held') await updateBooking(tx, bookingId, { hold_expires_at: now, updated_at: now });
}
