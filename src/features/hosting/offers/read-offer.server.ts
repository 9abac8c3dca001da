import type { Ctx } from '../../../platform/context.server.ts';
import { AppError } from '../../../shared/errors.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { hashToken, hmac, isToken } from '../../auth/tokens.server.ts';
import { readQuoteNow } from '../../bookings/quotes/actions.server.ts';
import { areNightsFree, type Booking } from '../../bookings/record/bookings-store.server.ts';
import { isBoundBrowser } from '../../bookings/record/browsers-store.server.ts';
import {
  listOfferRows,
  type OfferRow,
  offerById,
  offerByTokenHash,
} from '../../bookings/record/offers-store.server.ts';
import type { HostedOffer, Offer, OfferState } from './contract.server.ts';
import { offerState } from './offer.ts';

/** 256 unguessable bits, which can be derived from the offer's id again, so that only their hash is stored. */
export const offerToken = ({ settings }: Pick<Ctx, 'settings'>, id: string): string =>
  hmac(settings.sessionSecret, 'offer-token', id).toString('base64url');

export const offerUrl = (ctx: Ctx, id: string): string =>
  `${ctx.settings.appUrl}/offers/${offerToken(ctx, id)}`;

export async function listOffers(ctx: Ctx): Promise<HostedOffer[]> {
  requireAdmin(ctx);
  const rows = await listOfferRows(ctx.db);
  return Promise.all(rows.map((row) => toHosted(ctx, row)));
}

export const noOffer = () => new AppError('notFound', 'There is no such offer.');

export async function readHosted(ctx: Ctx, id: string): Promise<HostedOffer> {
  return toHosted(ctx, (await offerById(ctx.db, id)) as OfferRow);
}

export const toFacts = ({ withdrawnAt, expiresAt, status, hold_expires_at, booking_email }: OfferRow) => ({
  withdrawnAt,
  expiresAt,
  booking: status === null ? null : { status, hold_expires_at, email: booking_email ?? '' },
});

async function toState(ctx: Ctx, row: OfferRow): Promise<OfferState> {
  const state = offerState(toFacts(row), true, ctx.now());
  if (state !== 'open') return state;
  return offerState(toFacts(row), await areNightsFree(ctx.db, toNights(row)), ctx.now());
}

/** The part of a booking that `areNightsFree` needs, for one that does not exist yet. */
const toNights = ({ property_id, checkin, checkout, turnover_nights, booking_id, id }: OfferRow) =>
  ({ id: booking_id ?? id, property_id, checkin, checkout, turnover_nights }) as Booking;

async function toHosted(ctx: Ctx, row: OfferRow): Promise<HostedOffer> {
  const state = await toState(ctx, row);
  return {
    id: row.id,
    token: offerToken(ctx, row.id),
    url: offerUrl(ctx, row.id),
    state,
    property: { slug: row.slug, title: row.title },
    checkin: row.checkin,
    checkout: row.checkout,
    guests: row.guests,
    pets: row.pets,
    total: row.total_cents,
    currency: row.currency,
    email: row.email,
    note: row.note,
    inquiryId: row.inquiryId,
    areNightsHeld: state === 'open' && row.status === 'held',
    expiresAt: row.expiresAt.toISOString(),
    createdAt: row.createdAt.toISOString(),
    createdBy: row.createdBy,
    bookingCode: row.booking_email ? row.code : null,
  };
}

export async function findOffer(ctx: Ctx, token: string): Promise<OfferRow> {
  const row = isToken(token) ? await offerByTokenHash(ctx.db, hashToken(token)) : undefined;
  if (!row) throw noOffer();
  return row;
}

/** @param browserHash of the calling browser: those that booked the offer get the booking's code */
export async function readOffer(ctx: Ctx, token: string, browserHash: Buffer | null): Promise<Offer> {
  const row = await findOffer(ctx, token);
  const isOwn = browserHash !== null && (await hasBooked(ctx, row, browserHash));
  const state = await toState(ctx, row);
  return {
    state,
    property: row.slug,
    title: row.title,
    note: row.note,
    checkin: row.checkin,
    checkout: row.checkout,
    guests: row.guests,
    pets: row.pets,
    quote: await readQuoteNow(ctx, row.quote_id),
    areNightsHeld: state === 'open' && row.status === 'held',
    expiresAt: row.expiresAt.toISOString(),
    bookingCode: isOwn ? row.code : null,
  };
}

const hasBooked = async ({ db }: Ctx, { browser_hash, booking_id }: OfferRow, browserHash: Buffer) =>
  browser_hash?.equals(browserHash) ||
  (booking_id !== null && (await isBoundBrowser(db, booking_id, browserHash)));
