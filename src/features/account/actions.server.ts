import type { Ctx } from '../../platform/context.server.ts';
import { deleteGuestFromMail } from '../../platform/mail/mailer.server.ts';
import { todayAtProperty } from '../../shared/dates.ts';
import { anonymizeHistory } from '../admin/history/store.server.ts';
import { requireRecentAuth } from '../auth/guards.ts';
import { findPasskeys } from '../auth/passkeys/store.server.ts';
import { listSessions } from '../auth/session/device-list.server.ts';
import { accountById, deleteUser, listEndedAccounts } from '../auth/store.server.ts';
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

/** Loads what is stored of the viewer, field by field as guests read it; what only the export reads is named in its query. */
export async function exportPersonalData(ctx: Ctx) {
  const { id, email } = requireRecentAuth(ctx);
  const user = await accountById(ctx.db, id);
  const passkeys = await findPasskeys(ctx.db, id);
  const purchases = await listPurchasesByEmail(ctx.db, email);
  const inquiries = await listInquiries(ctx.db, email);
  const notifyList = await listEntries(ctx.db, email);
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
      createdAt: user?.createdAt,
      google: user?.subject ? { issuer: user.issuer, subject: user.subject } : null,
    },
    sessions: await listSessions(ctx),
    passkeys: passkeys.map(({ name, createdAt, lastUsedAt }) => ({ name, createdAt, lastUsedAt })),
    purchases: purchases.map(({ productId: _, ...purchase }) => purchase),
    inquiries,
    bookings: bookings.map(toBookingData),
    companions,
    extras,
    offers,
    reviews,
    messages,
    notifyList,
  };
}

const toBookingData = (booking: Awaited<ReturnType<typeof bookingsOfEmail>>[number]) => ({
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
  arrivalDetails: booking.arrivalDetails,
  total: booking.total,
  paid: booking.paid,
  currency: booking.currency,
  bookedAt: booking.bookedAt,
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
