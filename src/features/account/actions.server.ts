import type { Ctx } from '../../platform/context.server.ts';
import { deleteGuestFromMail } from '../../platform/mail/mailer.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { anonymizeHistory } from '../admin/history/store.server.ts';
import { requireRecentAuth } from '../auth/guards.ts';
import { findPasskeys } from '../auth/passkeys/store.server.ts';
import { listSessions } from '../auth/session/device-list.server.ts';
import { deleteUser, listEndedAccounts, userById } from '../auth/store.server.ts';
import { anonymizeBookings } from '../bookings/record/anonymize-store.server.ts';
import { bookingsOfEmail } from '../bookings/record/bookings-store.server.ts';
import { companionsOfEmail } from '../bookings/record/companions-store.server.ts';
import { extrasOfEmail } from '../bookings/record/extras-store.server.ts';
import { listOffersByEmail } from '../bookings/record/offers-store.server.ts';
import { deleteThreadsInTrash, listMessagesByEmail } from '../inbox/threads/store.server.ts';
import { anonymizeInquiries, listInquiries } from '../inquiries/inquiry/store.server.ts';
import { deleteWaitlistEntries, listEntries } from '../inquiries/waitlist/store.server.ts';
import { listReviewsByEmail } from '../reviews/store.server.ts';
import { anonymizePurchases, listPurchasesByEmail } from '../shop/purchases/store.server.ts';

export async function exportPersonalData(ctx: Ctx) {
  const { id, email } = requireRecentAuth(ctx);
  const user = await userById(ctx.db, id);
  const passkeys = await findPasskeys(ctx.db, id);
  const purchases = await listPurchasesByEmail(ctx.db, email);
  const inquiries = await listInquiries(ctx.db, email);
  const waitlist = await listEntries(ctx.db, email);
  const bookings = await bookingsOfEmail(ctx.db, email);
  const companions = await companionsOfEmail(ctx.db, email);
  const extras = await extrasOfEmail(ctx.db, email);
  const offers = await listOffersByEmail(ctx.db, email);
  const messages = await listMessagesByEmail(ctx.db, email);
  const reviews = await listReviewsByEmail(ctx.db, email);
  return {
    exportedAt: ctx.now(),
    account: {
      id,
      email: user?.email,
      name: user?.name,
      role: user?.role,
      createdAt: user?.created_at,
      google: user?.google_subject ? { issuer: user.google_issuer, subject: user.google_subject } : null,
    },
    sessions: await listSessions(ctx),
    passkeys: passkeys.map(({ name, created_at, last_used_at }) => ({
      name,
      createdAt: created_at,
      lastUsedAt: last_used_at,
    })),
    purchases: purchases.map((purchase) => ({
      orderId: purchase.checkout_id,
      product: purchase.product_name,
      amount: purchase.amount_cents,
      currency: purchase.currency,
      type: purchase.type,
      status: purchase.status,
      email: purchase.email,
      customerName: purchase.customer_name,
      purchasedAt: purchase.purchased_at,
      expiresAt: purchase.expires_at,
    })),
    inquiries: inquiries.map(toInquiryData),
    bookings: bookings.map(toBookingData),
    companions: companions.map(({ code, name, created_at, revoked_at }) => ({
      booking: code,
      name,
      sharedAt: created_at,
      endedAt: revoked_at,
    })),
    extras: extras.map(({ code, label, quantity, amount_cents, currency, status, reason, ...row }) => ({
      booking: code,
      label,
      quantity,
      amount: amount_cents,
      currency,
      status,
      reason,
      addedAt: row.created_at,
      paidAt: row.paid_at,
    })),
    offers: offers.map(toOfferData),
    reviews: reviews.map((review) => ({
      booking: review.code,
      name: review.guest_name,
      rating: review.rating,
      text: review.review_html,
      privateNote: review.private_note,
      reply: review.reply,
      publishedAt: review.published_at,
    })),
    messages: messages.map(({ direction, author, text, code, created_at }) => ({
      from: direction === 'out' ? 'hosts' : 'guest',
      author,
      text,
      booking: code,
      sentAt: created_at,
    })),
    notifyList: waitlist.map((entry) => ({
      property: entry.title,
      checkin: entry.checkin,
      checkout: entry.checkout,
      guests: entry.guests,
      joinedAt: entry.created_at,
      notifiedAt: entry.notified_at,
    })),
  };
}

type LoadedRow<Load extends (...args: never[]) => Promise<unknown[]>> = Awaited<ReturnType<Load>>[number];

const toInquiryData = (inquiry: LoadedRow<typeof listInquiries>) => ({
  id: inquiry.id,
  name: inquiry.name,
  email: inquiry.email,
  phone: inquiry.phone,
  property: inquiry.property_title,
  checkin: inquiry.check_in,
  checkout: inquiry.check_out,
  guests: inquiry.guests,
  message: inquiry.message,
  sentAt: inquiry.created_at,
});

const toBookingData = (booking: LoadedRow<typeof bookingsOfEmail>) => ({
  code: booking.code,
  status: booking.status,
  property: booking.title,
  checkin: booking.checkin,
  checkout: booking.checkout,
  guests: booking.guests,
  pets: booking.pets,
  name: booking.name,
  email: booking.email,
  phone: booking.phone,
  note: booking.note,
  arrivalDetails: booking.arrival_details,
  total: booking.total_cents,
  paid: booking.paid,
  currency: booking.currency,
  bookedAt: booking.created_at,
});

const toOfferData = (offer: LoadedRow<typeof listOffersByEmail>) => ({
  property: offer.title,
  checkin: offer.checkin,
  checkout: offer.checkout,
  guests: offer.guests,
  pets: offer.pets,
  total: offer.total_cents,
  currency: offer.currency,
  email: offer.email,
  note: offer.note,
  sentAt: offer.created_at,
  expiresAt: offer.expires_at,
});

/** Deletes the viewer's account and anonymizes what stays. */
export async function deleteAccount(ctx: Ctx): Promise<void> {
  const { id, email } = requireRecentAuth(ctx);
  await deleteUserData(ctx, { id, email });
  ctx.log.info({ event: 'account-deleted', userId: id }, 'account deleted by its user');
}

/** Deletes the accounts that a restored backup contains although their users had deleted them. */
export async function deleteEndedAccounts(ctx: Ctx): Promise<void> {
  for (const user of await listEndedAccounts(ctx.db)) {
    await deleteUserData(ctx, user);
    ctx.log.info({ event: 'account-deleted', userId: user.id }, 'account of a backup deleted again');
  }
}

const deleteUserData = (ctx: Ctx, { id, email }: { id: string; email: string }): Promise<void> =>
  ctx.db.transaction().execute(async (tx) => {
    await anonymizePurchases(tx, email);
    await anonymizeInquiries(tx, email);
    await deleteWaitlistEntries(tx, email);
    await anonymizeBookings(tx, email, todayAtProperty(ctx.now()));
    // The threads go before the history, whose anonymizing empties the trash of this address.
    await deleteThreadsInTrash(tx, email);
    await anonymizeHistory(tx, { email, userId: id });
    await deleteGuestFromMail(tx, email);
    await deleteUser(tx, id);
  });
