import type { Ctx } from '../../../platform/context.server.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import { requireAdmin } from '../../auth/guards.ts';
import { findSoldProperty } from '../../bookings/calendar/load-rules.server.ts';
import { extrasOfHome } from '../../bookings/pricing/extras-store.server.ts';
import { currency, toBillLines } from '../../bookings/pricing/price.ts';
import { findPromo } from '../../bookings/quotes/actions.server.ts';
import { type HostedPrice, priceHostedStay } from '../../bookings/quotes/hosted-quote.server.ts';
import { chooseExtras, toQuotedExtras } from '../../bookings/quotes/quoted-extras.server.ts';
import { recheckFeeds } from '../../channels/import/read-feeds.server.ts';
import type { HostedQuote, HostedQuoteRequest } from './contract.server.ts';

export async function previewHostedQuote(ctx: Ctx, request: HostedQuoteRequest): Promise<HostedQuote> {
  requireAdmin(ctx);
  const { property, stay, price, plans, overrides, calendarsCheckedAt, rules } = await priceRequest(
    ctx,
    request,
  );
  const offered = await extrasOfHome(ctx.db, property.id);
  const { taxes } = rules.prices;
  return {
    nights: price.nights,
    total: price.total,
    perNight: price.perNight,
    plans,
    overrides,
    currency,
    lines: toBillLines(price.lines),
    extras: toQuotedExtras(offered, price, { stay, taxes, today: rules.calendar.today }),
    calendarsCheckedAt: calendarsCheckedAt?.toISOString() ?? null,
  };
}

/** Prices a stay that is about to be stored, after reading the calendars of the home's other channels again. */
export async function priceFresh(ctx: Ctx, request: HostedQuoteRequest): Promise<HostedPrice> {
  await recheckFeeds(ctx, (await findSoldProperty(ctx, request.property)).id);
  return priceRequest(ctx, request);
}

async function priceRequest(ctx: Ctx, request: HostedQuoteRequest): Promise<HostedPrice> {
  const { property: slug, promoCode, nightly_cents: nightlyCents = null, extras = [], ...stay } = request;
  const property = await findSoldProperty(ctx, slug);
  const promo =
    promoCode === undefined
      ? null
      : await findPromo(ctx, promoCode, { ...stay, propertyId: property.id, browserHash: null });
  const offered = extras.length > 0 ? await extrasOfHome(ctx.db, property.id) : [];
  return priceHostedStay(ctx, property, stay, {
    promo,
    nightlyCents,
    extras: chooseExtras(offered, extras, stay, todayAtProperty(ctx.now())),
  });
}
