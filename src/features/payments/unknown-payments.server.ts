import type Stripe from 'stripe';
import type { Settings } from '../../env.server.ts';
import type { Ctx } from '../../platform/context.server.ts';
import type { LabeledValue } from '../../platform/mail/email-content.server.ts';
import type { MailMessage } from '../../platform/mail/mailer.server.ts';
import { formatDate } from '../../shared/dates.ts';
import { AppError } from '../../shared/errors.ts';
import { formatMoney } from '../../shared/money.ts';
import { businessContact } from '../listings/store.server.ts';
import { disputeMessage, fetchDispute, isUndecided, isUnderReview } from './disputes.server.ts';
import {
  findUnknownPayment,
  insertUnknownPayment,
  setUnknownDispute,
  setUnknownRefunded,
  type UnknownPaymentRow,
} from './unknown-payments-store.server.ts';

/** Saves a payment whose booking or purchase is not in the ledger, and mails the hosts once. */
export async function recordUnknownPayment(ctx: Ctx, payment: UnknownPaymentRow): Promise<void> {
  const isNew = await ctx.db.transaction().execute(async (tx) => {
    if (!(await insertUnknownPayment(tx, payment))) {
      await setUnknownRefunded(tx, payment);
      return false;
    }
    const { business_name: name } = await businessContact(tx);
    const mail = unknownPaymentNotice(ctx.settings, payment, name);
    await ctx.mail.queue(tx, `unknown-payment-${payment.payment_id}`, mail);
    return true;
  });
  if (!isNew) return;
  const { payment_id: paymentId, booking_id: bookingId, checkout_id: checkoutId } = payment;
  ctx.log.error(
    { event: 'unknown_payment', paymentId, bookingId, checkoutId },
    `a payment is of a ${soldThing(payment)} that is not in the ledger`,
  );
}

const soldThing = ({ checkout_id }: Pick<UnknownPaymentRow, 'checkout_id'>) =>
  checkout_id ? 'purchase' : 'booking';

/** The name of a payment in mail subjects: the code of a booking, or what was bought. */
const soldName = ({ booking_code, description }: Pick<UnknownPaymentRow, 'booking_code' | 'description'>) =>
  booking_code ?? description;

const maxAttempts = 5;

/** Saves the state of a dispute about such a payment, and mails each state to the hosts once. */
export async function recordUnknownDispute(
  ctx: Ctx,
  { disputeId, paymentId }: { disputeId: string; paymentId: string },
): Promise<void> {
  for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
    const stored = await findUnknownPayment(ctx.db, paymentId);
    const dispute = stored && (await fetchDispute(ctx, disputeId));
    if (!dispute) break;
    const { id, status } = dispute;
    if (stored.dispute_id === id && stored.dispute_status === status) return;
    const isSaved = await ctx.db.transaction().execute(async (tx) => {
      const needsResponse = isUndecided(status) && !isUnderReview(status);
      if (!(await setUnknownDispute(tx, { stored, id, status, needsResponse }))) return false;
      if (isUnderReview(status)) return true;
      const { business_name: name } = await businessContact(tx);
      const mail = unknownDisputeNotice(ctx.settings, { payment: stored, dispute, name });
      await ctx.mail.queue(tx, `unknown-dispute-${id}-${status}`, mail);
      return true;
    });
    if (!isSaved) continue;
    ctx.log.error({ event: 'dispute', disputeId: id, paymentId, status }, disputeMessage);
    return;
  }
  throw new AppError('unavailable', 'The payment of this dispute is not in the ledger yet.');
}

type MailSettings = Pick<Settings, 'appUrl' | 'hostsEmail'>;

function unknownDisputeNotice(
  settings: MailSettings,
  {
    payment,
    dispute,
    name,
  }: {
    payment: Pick<UnknownPaymentRow, 'payment_id' | 'booking_code' | 'checkout_id' | 'description'>;
    dispute: Pick<Stripe.Dispute, 'id' | 'amount' | 'currency' | 'status' | 'reason'>;
    name: string;
  },
): MailMessage {
  const title = `A payment without its ${soldThing(payment)} is disputed`;
  const amount = formatMoney(dispute.amount, dispute.currency);
  return toHosts(settings, name, {
    title,
    subject: `${title}: ${amount} (${soldName(payment)})`,
    intro: `The bank of a guest disputes a payment whose ${soldThing(payment)} is not in our books, or has decided about it. Please look at it in the dashboard of the card provider, and answer there in time while it is open.`,
    rows: [
      ['Disputed amount', amount],
      ['State', dispute.status.replaceAll('_', ' ')],
      ['Reason', dispute.reason.replaceAll('_', ' ')],
      ['Paid for', soldName(payment)],
      ['Card provider’s references', `${dispute.id}, ${payment.payment_id}`],
    ],
  });
}

export function unknownPaymentNotice(
  settings: MailSettings,
  payment: UnknownPaymentRow,
  name: string,
): MailMessage {
  const amount = formatMoney(payment.amount_cents, payment.currency);
  const title = `A payment without its ${soldThing(payment)}`;
  const bookingRow: LabeledValue[] = payment.booking_code ? [['Booking', payment.booking_code]] : [];
  return toHosts(settings, name, {
    title,
    subject: `${title}: ${amount} (${soldName(payment)})`,
    intro: `A guest paid ${amount} for a ${soldThing(payment)} that is not in our books, because a backup was restored that is older than the ${soldThing(payment)}. ${whatToDo(payment)} Your page Today lists it until it is refunded there, or you mark it as done.`,
    rows: [
      ['Paid', amount],
      ['Refunded', formatMoney(payment.refunded_cents, payment.currency)],
      ['Paid on', formatDate(payment.paid_at.toISOString())],
      ['Paid for', payment.description || '(not given)'],
      ...bookingRow,
      ['Card provider’s reference', payment.payment_id],
    ],
  });
}

/** A mail to the hosts that leads to Today. */
const toHosts = (
  { appUrl, hostsEmail }: MailSettings,
  name: string,
  { title, subject, intro, rows }: { title: string; subject: string; intro: string; rows: LabeledValue[] },
): MailMessage => ({
  to: { name, address: hostsEmail },
  subject,
  content: {
    title,
    siteUrl: appUrl,
    blocks: [
      intro,
      { kind: 'button', label: 'Open Today', url: `${appUrl}/admin/today` },
      { kind: 'facts', rows },
    ],
  },
});

const whatToDo = ({ checkout_id }: UnknownPaymentRow) =>
  checkout_id
    ? 'Please look at the payment in the dashboard of the card provider, which names the guest: provide what was bought, or refund the payment there; a subscription goes on until you cancel it there.'
    : 'The nights may be free here although they are sold. Please look at the payment in the dashboard of the card provider, which names the guest: book the stay again by phone as paid elsewhere, or refund the payment there.';
