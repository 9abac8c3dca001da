import type { Db } from '../../../db/client.server.ts';
import type { Ctx } from '../../../platform/context.server.ts';
import { toEmailContact } from '../../../platform/mail/email-content.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { withoutUndefined } from '../../../shared/without-undefined.ts';
import { formatLicences } from '../../listings/property-detail.ts';
import { businessContact } from '../../listings/store.server.ts';
import { loadEmailImage } from '../../media/email-image.server.ts';
import { toBillLines } from '../pricing/price.ts';
import { graceLeft, refundSteps } from '../pricing/timeline.server.ts';
import { accessText, isAccessDue, toWifi } from '../record/access.server.ts';
import { hasStoredCard } from '../record/booking.ts';
import { bookingKey, emailProof, emailProofName } from '../record/booking-key.server.ts';
import type { Booking } from '../record/bookings-store.server.ts';
import { type BookedProperty, propertyOfBooking } from '../record/homes-store.server.ts';
import { type BookingRecord, loadRecord } from '../record/load-record.server.ts';
import { balanceDay } from '../record/payments-store.server.ts';
import { guidePath } from '../record/trip-paths.ts';
import type { BookingEmailData, StayEmailData } from './email-data.ts';

/** The day of the balance; null without one, after a charge or request failed, or once the day has passed. */
function dueDay(record: Pick<BookingRecord, 'booking' | 'money' | 'isDisputed'>, now: Date): string | null {
  const day = balanceDay(record.booking, record);
  return day !== null && record.booking.balance_declines === 0 && day >= todayAtProperty(now) ? day : null;
}

type KeyedBooking = Pick<Booking, 'id' | 'code' | 'key_version'>;

/** The guest’s page, with the key that opens it. */
export const tripUrl = ({ settings }: Pick<Ctx, 'settings'>, { id, code, key_version }: KeyedBooking) =>
  `${settings.appUrl}/trips/${code}?key=${bookingKey({ settings }, id, key_version)}`;

/** The guide of the stay, with the key that opens it. */
const guideUrl = ({ settings }: Pick<Ctx, 'settings'>, { id, code, key_version }: KeyedBooking) =>
  `${settings.appUrl}${guidePath(code)}?key=${bookingKey({ settings }, id, key_version)}`;

/** The hold's page, which opens the payment page. */
export const payUrl = ({ settings }: Pick<Ctx, 'settings'>, { id, code, key_version }: KeyedBooking) =>
  `${settings.appUrl}/book/${code}?key=${bookingKey({ settings }, id, key_version)}`;

/**
 * The URL of a new link: the payment page of a hold, otherwise the trip. The URL of a pending booking also proves that the
 * e-mail address is the guest's.
 */
export function accessUrl(
  ctx: Pick<Ctx, 'settings'>,
  booking: KeyedBooking & Pick<Booking, 'status'>,
): string {
  if (booking.status === 'held') return payUrl(ctx, booking);
  const url = tripUrl(ctx, booking);
  return booking.status === 'requested' ? `${url}&${emailProofName}=${emailProof(ctx, booking.id)}` : url;
}

export const bookUrl = ({ settings }: Pick<Ctx, 'settings'>, slug: string) =>
  `${settings.appUrl}/book?property=${slug}`;

type StayFrame = Pick<
  StayEmailData,
  'propertyTitle' | 'imageUrl' | 'checkInFrom' | 'checkOutUntil' | 'business' | 'legalEntity' | 'siteUrl'
>;

/** Loads the facts about the home that every mail about a stay contains. */
export const loadStayFrame = async (ctx: Ctx, db: Db, propertyId: string): Promise<StayFrame> =>
  toFrame(ctx, db, await propertyOfBooking(db, propertyId));

async function toFrame(ctx: Ctx, db: Db, property: BookedProperty): Promise<StayFrame> {
  const [business, image] = await Promise.all([
    businessContact(db),
    loadEmailImage(ctx, db, { url: property.images[0], alt: property.title }),
  ]);
  return {
    propertyTitle: property.title,
    imageUrl: image?.url ?? null,
    checkInFrom: property.checkInFrom,
    checkOutUntil: property.checkOutUntil,
    business: toEmailContact(business),
    legalEntity: [business.legal_name, business.legal_address].filter(Boolean).join(', '),
    siteUrl: ctx.settings.appUrl,
  };
}

/**
 * Loads what the mails, the receipt and the calendar file of a booking show, with the home's slug.
 * @param booking as it is stored now
 */
export async function loadEmailData(
  ctx: Ctx,
  db: Db,
  booking: Booking,
): Promise<BookingEmailData & { slug: string }> {
  const record = await loadRecord(db, booking);
  return toEmailData(ctx, record, await toFrame(ctx, db, record.property));
}

function toEmailData(
  ctx: Ctx,
  { booking, property, quote, price, policy, payments, money, isDisputed }: BookingRecord,
  frame: StayFrame,
): BookingEmailData & { slug: string } {
  const { paid, open: due, alone } = money;
  const checkIn = { checkin: booking.checkin, check_in_from: quote.check_in_from };
  const { streetAddress } = property;
  const accessNotes = accessText(booking, property);
  const now = ctx.now();
  const bookedAt = booking.confirmed_at ?? now;
  const data = {
    ...frame,
    issuedAt: now.toISOString(),
    slug: property.slug,
    licences: formatLicences(property),
    checkin: booking.checkin,
    checkout: booking.checkout,
    guests: booking.guests,
    pets: booking.pets,
    lines: toBillLines(price.lines),
    total: booking.total_cents,
    currency: booking.currency,
    code: booking.code,
    guestName: booking.name,
    guestEmail: booking.email,
    guestPhone: booking.phone,
    paid,
    due,
    alone,
    dueOn: dueDay({ booking, money, isDisputed }, now),
    // An unconfirmed booking has no card yet; paying its deposit stores one.
    hasCard: booking.status !== 'confirmed' || hasStoredCard(booking),
    plan: booking.plan,
    payments: payments.map(({ kind, amount_cents, created_at }) => ({
      kind,
      amount: amount_cents,
      at: created_at.toISOString(),
    })),
    cancellation: refundSteps(policy, checkIn, now).map(({ until, refundPercent }) => ({
      until: until.toISOString(),
      refundPercent,
    })),
    graceHours: graceLeft(policy, { checkin: booking.checkin, bookedAt }, now),
    tripUrl: tripUrl(ctx, booking),
    guideUrl: guideUrl(ctx, booking),
    hostsEmail: ctx.settings.hostsEmail,
    adminUrl: `${ctx.settings.appUrl}/admin/bookings/${booking.code}`,
  };
  if (!isAccessDue(booking, now)) return data;
  const access = withoutUndefined({
    streetAddress: streetAddress || undefined,
    accessNotes: accessNotes || undefined,
    wifi: property.wifiName ? toWifi(property) : undefined,
  });
  return { ...data, ...access };
}
