import type { Ctx } from '../../platform/context.server.ts';
import { formatDate, todayAtProperty } from '../../shared/dates.ts';
import { requireUser } from '../auth/guards.ts';
import { type BookingSummary, bookingsOfEmail } from '../bookings/record/bookings-store.server.ts';
import type { PurchasedProduct } from '../shop/contract.server.ts';
import { listPurchases } from '../shop/payments/purchase-detail.server.ts';

/** Lists the products and the stays that the viewer has bought, the newest first. @throws AppError `unauthenticated` */
export async function listPurchaseHistory(ctx: Ctx): Promise<PurchasedProduct[]> {
  const { email } = requireUser(ctx);
  const [products, bookings] = await Promise.all([listPurchases(ctx), bookingsOfEmail(ctx.db, email)]);
  const today = todayAtProperty(ctx.now());
  return [...products, ...bookings.flatMap((booking) => toPurchase(booking, today))].sort((a, b) =>
    b.purchaseDate.localeCompare(a.purchaseDate),
  );
}

/** A stay that was confirmed once; other bookings bought nothing. */
function toPurchase(booking: BookingSummary, today: string): PurchasedProduct[] {
  const { code, propertyId, title, checkin, checkout, total, currency, confirmedAt } = booking;
  if (!confirmedAt) return [];
  const endedStatus = checkout < today ? 'ended' : 'active';
  return [
    {
      productId: propertyId,
      name: `${title}, ${formatDate(checkin)} to ${formatDate(checkout)}`,
      price: total,
      currency,
      purchaseDate: confirmedAt.toISOString(),
      status: booking.status === 'cancelled' ? 'cancelled' : endedStatus,
      bookingCode: code,
    },
  ];
}
