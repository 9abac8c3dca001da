import type { Settings } from '../src/env.server.ts';
import { loginCodeMail } from '../src/features/auth/email-code/code-email.server.ts';
import { passkeyNotice } from '../src/features/auth/passkeys/passkey-email.server.ts';
import { lateBackupNotice } from '../src/features/backups/late-email.server.ts';
import {
  balanceAnnouncedEmail,
  balancePaidEmail,
  balanceUnpaidEmail,
} from '../src/features/bookings/emails/balance-emails.server.ts';
import {
  cardDeclinedNotice,
  chargeDeclinedEmail,
  chargedByCardEmail,
  chargeRequestedEmail,
  chargeWithdrawnEmail,
} from '../src/features/bookings/emails/charge-emails.server.ts';
import {
  addressChangedEmail,
  guestCorrectedEmail,
  partyChangedEmail,
} from '../src/features/bookings/emails/corrected-emails.server.ts';
import type { BookingEmailData } from '../src/features/bookings/emails/email-data.ts';
import {
  extraApprovedEmail,
  extraDeclinedEmail,
  extraOrderedNotice,
  extraWithdrawnEmail,
} from '../src/features/bookings/emails/extra-emails.server.ts';
import {
  arrivalEmail,
  bookingCancelledEmail,
  bookingConfirmedEmail,
  bookingHoldEmail,
  linkRenewedEmail,
  paidAfterCancelEmail,
  refundedEmail,
  requestApprovedEmail,
  requestDeclinedEmail,
  requestReceivedEmail,
} from '../src/features/bookings/emails/guest-emails.server.ts';
import {
  cancellationNotice,
  newBookingNotice,
  requestNotice,
} from '../src/features/bookings/emails/host-emails.server.ts';
import { offerEmail, waitlistOpenedEmail } from '../src/features/bookings/emails/list-emails.server.ts';
import { bookingMovedEmail } from '../src/features/bookings/emails/moved-email.server.ts';
import { paidTooLateEmail, paidTooLateNotice } from '../src/features/bookings/emails/paid-too-late.server.ts';
import {
  balanceUnpaidNotice,
  disputeNotice,
  lostOrderNotice,
  paymentDelayedNotice,
  refundFailedNotice,
} from '../src/features/bookings/emails/payment-notices.server.ts';
import { phoneConfirmedEmail } from '../src/features/bookings/emails/phone-emails.server.ts';
import { channelConflictNotice } from '../src/features/hosting/conflicts/emails.server.ts';
import { feedTroubleNotice } from '../src/features/hosting/feeds/emails.server.ts';
import {
  alarmEmail,
  messageEmail,
  messageNotice,
  trashedInquiryNotice,
  unsentNotice,
} from '../src/features/inbox/threads/message-email.server.ts';
import {
  confirmationEmail,
  notificationEmail,
} from '../src/features/inquiries/inquiry/inquiry-emails.server.ts';
import {
  propertyOpenedEmail,
  waitlistJoinedEmail,
} from '../src/features/inquiries/waitlist/waitlist-emails.server.ts';
import { lostCheckNotice, testMail } from '../src/features/launch/emails.server.ts';
import { pauseNotice } from '../src/features/payments/payment-pause.server.ts';
import { unknownPaymentNotice } from '../src/features/payments/unknown-payments.server.ts';
import { timelineNotice } from '../src/features/payments/watch-timeline.server.ts';
import { disputeEmail } from '../src/features/shop/emails/dispute.server.ts';
import { receiptEmail, saleEmail } from '../src/features/shop/emails/purchase.server.ts';
import type { MailMessage } from '../src/platform/mail/mailer.server.ts';
import { bookingEmailData } from './booking-email-data.ts';

type PurchaseEmailInput = Parameters<typeof receiptEmail>[0];

const origin = 'http://localhost:3000';
const bookUrl = `${origin}/book?property=the-beachcomber`;
const payUrl = `${origin}/book/7K3MQ2XA?key=k3y`;
const leaveUrl = `${origin}/notify/leave?token=t0ken`;
const expiresAt = '2027-03-03T18:04:00.000Z';
const nextAttemptOn = '2027-06-10';

/** Every mail about a booking, by its name; `note` is what a person typed. */
export function bookingEmails(
  changes: Partial<BookingEmailData> = {},
  note = '',
): Record<string, MailMessage> {
  const data = bookingEmailData(changes);
  const unpaid = { ...data, paid: 0, due: data.total, payments: [] };
  const settled = { ...data, paid: data.total, due: 0, dueOn: null };
  const arriving = {
    ...settled,
    streetAddress: '17 Gulf Drive, Panama City Beach, FL 32413',
    accessNotes: 'Door code: 4711#\nWi-Fi: Beachcomber / seashells\nPark in the two places on the left.',
  };
  const open = { payUrl, holdExpiresAt: '2027-03-02T18:36:00.000Z', dueNow: 33_936 };
  const recipient = { email: data.guestEmail, hostsEmail: data.hostsEmail };
  const links = { page: leaveUrl, oneClick: `${origin}/api/notify/leave?token=t0ken`, book: bookUrl };
  const balance = { amount: 79_184 };
  const charge = { label: 'Heat the pool', reason: note, amount: 2_750 };
  const extra = { label: 'Early check-in at 1 PM', quantity: 1, amount_cents: 5_000, status: 'open' };
  return {
    held: bookingHoldEmail(unpaid, open),
    confirmed: bookingConfirmedEmail(data),
    'request received': requestReceivedEmail(unpaid, { expiresAt }),
    'request approved': requestApprovedEmail(unpaid, open),
    'request declined': requestDeclinedEmail(unpaid, { reason: note, bookUrl }),
    'balance announced': balanceAnnouncedEmail(data, { ...balance, on: '2027-06-09' }),
    'balance paid': balancePaidEmail(settled, balance),
    'balance refused': balanceUnpaidEmail(data, { ...balance, payUrl, nextAttemptOn }),
    arrival: arrivalEmail(arriving),
    'link renewed': linkRenewedEmail(data, { areCompanionsEnded: true }),
    'guest corrected': guestCorrectedEmail(arriving, { note, isConfirmed: true }),
    'hosts: extra asked for': extraOrderedNotice(data, { ...extra, status: 'asked' }),
    'hosts: extra ordered': extraOrderedNotice(data, extra),
    'extra approved': extraApprovedEmail(data, extra, { due: 5_565, dueOn: null }),
    'extra approved, paid with the balance': extraApprovedEmail(data, extra, { due: 0, dueOn: '2027-06-09' }),
    'extra declined': extraDeclinedEmail(data, extra, { reason: note, refund: 5_565, deducted: 0 }),
    'extra withdrawn': extraWithdrawnEmail(data, extra, { lapsed: null, refund: 0, deducted: 0 }),
    'paid extra withdrawn': extraWithdrawnEmail(data, extra, {
      lapsed: null,
      refund: 3_565,
      deducted: 2_000,
    }),
    'extra not paid in time': extraWithdrawnEmail(data, extra, { lapsed: 'open', refund: 0, deducted: 0 }),
    'extra not decided in time': extraWithdrawnEmail(data, extra, {
      lapsed: 'asked',
      refund: 0,
      deducted: 0,
    }),
    'balance and extra paid': balancePaidEmail(data, { amount: 5_565, added: [extra] }),
    'charge paid': balancePaidEmail(settled, {
      amount: charge.amount,
      added: [{ ...charge, quantity: 1 }],
      isAlone: true,
    }),
    'charge to pay': chargeRequestedEmail(data, charge),
    'charged by card': chargedByCardEmail(settled, charge),
    'charge declined': chargeDeclinedEmail(data, charge),
    'hosts: charge declined': cardDeclinedNotice(data, charge),
    'charge withdrawn': chargeWithdrawnEmail(settled, charge),
    'party changed': partyChangedEmail(data, {
      from: { guests: 3, pets: 0, total: 100_000 },
      due: 79_184,
      dueOn: null,
      hasCard: true,
      refund: 0,
      note,
    }),
    'address changed': addressChangedEmail(data, 'bob@guests.example'),
    cancelled: bookingCancelledEmail(data, { refund: 33_936, by: 'guest', reason: note }),
    refunded: refundedEmail(data, { amount: 5_000, reason: note, method: 'card' }),
    'held by phone': bookingHoldEmail(unpaid, { ...open, dueNow: unpaid.total, byPhone: true }),
    'confirmed by phone': phoneConfirmedEmail(data, { how: note || 'Check 1042', amount: 33_936 }),
    moved: bookingMovedEmail(data, {
      from: { propertyTitle: 'Gulf Breeze', checkin: '2027-07-02', checkout: '2027-07-06', total: 90_000 },
      due: 79_184,
      dueOn: null,
      hasCard: true,
      refund: 0,
    }),
    'paid after a cancellation': paidAfterCancelEmail(data, { amount: 79_184, refund: 33_936 }),
    'paid too late': paidTooLateEmail(data, {
      amount: 33_936,
      bookUrl,
      reason: 'nights_taken',
      isToCard: true,
    }),
    'paid too late with a promotion': paidTooLateEmail(data, {
      amount: 33_936,
      bookUrl,
      reason: 'promo_used',
      isToCard: true,
    }),
    'hosts: new booking': newBookingNotice(data, { note }),
    'hosts: request': requestNotice(unpaid, { expiresAt, note }),
    'hosts: cancellation': cancellationNotice(data, { refund: 33_936, by: 'guest', reason: note }),
    'hosts: balance refused': balanceUnpaidNotice(data, { ...balance, nextAttemptOn: null }),
    'hosts: paid too late': paidTooLateNotice(data, { amount: 33_936, reason: 'nights_taken' }),
    'hosts: refund failed': refundFailedNotice(data, { amount: 33_936, reason: 'expired card' }),
    'hosts: charge delayed': paymentDelayedNotice(data, { ...balance, what: 'charge', reason: note }),
    'hosts: refund delayed': paymentDelayedNotice(data, { ...balance, what: 'refund', reason: note }),
    'hosts: refund before a restore': lostOrderNotice(data, { amount: 33_936, isHeld: true }),
    'hosts: unknown payment': unknownPaymentNotice(
      { appUrl: origin, hostsEmail: data.hostsEmail },
      {
        payment_id: 'pi_1',
        booking_id: '0197a8a2-0000-7000-8000-000000000000',
        booking_code: data.code,
        amount_cents: 33_936,
        refunded_cents: 0,
        currency: 'usd',
        description: note,
        paid_at: new Date(expiresAt),
      },
      data.business.name,
    ),
    'hosts: disputed': disputeNotice(data, {
      id: 'dp_1',
      status: 'needs_response',
      amount: 33_936,
      reason: 'product_not_received',
      answerBy: expiresAt,
    }),
    'hosts: booked by two channels': channelConflictNotice(
      data,
      {
        channel: 'airbnb',
        feed: 'Airbnb',
        checkin: '2027-07-09',
        checkout: '2027-07-14',
        otherChannel: 'other',
        otherFeed: note || 'Hipcamp',
        otherCheckin: '2027-07-10',
        otherCheckout: '2027-07-12',
      } as Parameters<typeof channelConflictNotice>[1],
      data.hostsEmail,
    ),
    waitlist: waitlistOpenedEmail(data, recipient, links),
    offer: offerEmail(data, recipient, {
      url: `${origin}/offers/t0ken`,
      expiresAt,
      note,
      areNightsHeld: true,
    }),
  };
}

/** Every other mail; `name` is what a person typed. */
export function otherEmails(name = 'Ann Example', note = ''): Record<string, MailMessage> {
  const { business, hostsEmail } = bookingEmailData();
  const contact = {
    business_name: business.name,
    phone: business.phone,
    email: business.email,
    legal_name: '',
    legal_address: '',
  };
  const hosts = { name: business.name, address: hostsEmail };
  const facts = purchaseFacts(name, contact);
  const wish = {
    id: '1',
    email: 'ann@guests.example',
    contact,
    property: { slug: 'sunset-villa', title: 'Sunset Villa' },
  };
  const links = { page: leaveUrl, oneClick: `${origin}/api/notify/leave?token=t0ken` };
  const inquiry = {
    id: '1',
    name,
    email: 'ann@guests.example',
    phone: '',
    property: 'The Beachcomber',
    checkin: '2027-07-09',
    checkout: '2027-07-14',
    guests: 4,
    message: note,
    receivedAt: new Date(expiresAt),
  };
  const dispute = {
    id: 'dp_1',
    status: 'needs_response',
    amount: 67_500,
    currency: 'usd',
    reason: 'fraudulent',
    evidence_details: { due_by: 1_804_000_000 },
  };
  return {
    'sign-in code': loginCodeMail('ann@guests.example', '492817', origin),
    'passkey added': passkeyNotice('ann@guests.example', 'added', name, origin),
    'inquiry received': confirmationEmail(inquiry, contact, { appUrl: origin }),
    'hosts: inquiry': notificationEmail(inquiry, hosts, {
      settings: emailSettings(),
      thread: { hostReplyToken: 't0ken', guestName: name },
    }),
    'waitlist joined': waitlistJoinedEmail(wish, links),
    'home opened': propertyOpenedEmail(wish, links, origin),
    'purchase receipt': receiptEmail(facts),
    'hosts: purchase': saleEmail(facts),
    'hosts: dispute': disputeEmail({ ...facts, dispute: dispute as never }),
    'hosts: another database': timelineNotice(business.name, emailSettings(), new Date(expiresAt)),
    'hosts: payments paused': pauseNotice(business.name, emailSettings(), new Date(expiresAt)),
    'hosts: calendar unreadable': feedTroubleNotice(
      {
        title: name,
        name: note,
        channel: 'airbnb',
        last_good_at: new Date(expiresAt),
        last_error: note || 'It answered 500.',
      } as Parameters<typeof feedTroubleNotice>[0],
      { business: contact, hostsEmail, appUrl: origin },
    ),
    ...conversationEmails(name, note),
  };
}

const emailSettings = () =>
  ({ appUrl: origin, hostsEmail: bookingEmailData().hostsEmail, replies: null }) as unknown as Settings;

function conversationEmails(name: string, note: string): Record<string, MailMessage> {
  const { business: contact } = bookingEmailData();
  const business = {
    business_name: contact.name,
    phone: contact.phone,
    email: contact.email,
    legal_name: '',
    legal_address: '',
  };
  const settings = emailSettings();
  const thread = {
    id: '1',
    kind: 'inquiry',
    replyToken: 't0ken',
    guestName: name,
    guestEmail: 'ann@guests.example',
    guestPhone: '',
    propertyTitle: 'The Beachcomber',
    checkin: '2027-07-09',
    checkout: '2027-07-14',
    guests: 4,
    bookingCode: null,
  } as Parameters<typeof alarmEmail>[0];
  const link = { label: 'Open your booking', url: `${origin}/trips/7K3MQ2XA?key=k3y` };
  const text = note || 'Hello Ann,\n\nit is free.';
  return {
    'message to a guest': messageEmail(thread, { text, link }, { business, settings, inReplyTo: null }),
    'hosts: message': messageNotice(thread, { text }, { business, settings }),
    'hosts: inquiry in the trash': trashedInquiryNotice(
      { ...thread, deletedAt: new Date(expiresAt), expiresAt: new Date('2027-06-14T12:00:00Z') },
      { text },
      { business, settings },
    ),
    'hosts: not passed on': unsentNotice(
      thread,
      { problem: 'It had no text.', text, address: settings.hostsEmail, files: [] },
      { business, settings },
    ),
    'hosts: alarm': alarmEmail(thread, { waitedHours: 20 }, { business, settings }),
    'hosts: test mail': testMail(`${origin}/launch/mail/t0ken`, {
      business,
      address: settings.hostsEmail,
      appUrl: settings.appUrl,
    }),
    'hosts: lost check': lostCheckNotice(
      { title: 'The clock is right', detail: note || 'It is 90 seconds off the card provider’s.' },
      { business, address: settings.hostsEmail, appUrl: settings.appUrl },
    ),
    'hosts: late backup': lateBackupNotice(
      { madeAt: new Date(expiresAt), error: note || 'the disk is full' },
      { business, address: settings.hostsEmail, appUrl: settings.appUrl },
    ),
  };
}

const purchaseFacts = (
  customer_name: string,
  business: PurchaseEmailInput['business'],
): PurchaseEmailInput => ({
  business,
  settings: { appUrl: origin, hostsEmail: 'hosts@pcbbeachrentals.example' } as PurchaseEmailInput['settings'],
  checkout: {
    id: 'order-1',
    quantity: 1,
    unit_amount_cents: 67_500,
    currency: 'usd',
    billing_period: null,
  } as PurchaseEmailInput['checkout'],
  purchase: {
    product_name: 'Three nights in The Beachcomber',
    amount_cents: 67_500,
    currency: 'usd',
    email: 'ann@guests.example',
    customer_name,
    purchased_at: new Date(expiresAt),
    expires_at: null,
    stripe_payment_intent_id: 'pi_1',
  } as PurchaseEmailInput['purchase'],
});
