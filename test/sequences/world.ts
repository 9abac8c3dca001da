import { randomBytes } from 'node:crypto';
import { type Booking, bookingById } from '../../src/features/bookings/record/bookings-store.server.ts';
import type { Ctx, Platform } from '../../src/platform/context.server.ts';
import type { Log } from '../../src/platform/observability/logger.server.ts';
import { todayAtProperty } from '../../src/shared/dates.ts';
import { dayMs, minuteMs } from '../../src/shared/durations.ts';
import { addDays } from '../../src/shared/nights.ts';
import { newId } from '../../src/shared/uuid.server.ts';
import { addProperty } from '../bookings.ts';
import { type CardProvider, openCardProvider } from './card-provider.ts';
import type { ChannelCalendar, Channels } from './channels.ts';
import type { Place, Sequence } from './step.ts';

interface Home {
  id: string;
  slug: string;
  turnoverNights: number;
}

interface Guest {
  ctx: Ctx;
  email: string;
  browserHash: Buffer;
}

/** The rows of a moment, and what the sequence knew of them. */
export interface SavedWorld {
  at: Date;
  rows: Record<string, object[] | null>;
  bookings: string[];
  blocks: string[];
  paidElsewhere: Map<string, number>;
  refunds: Map<string, number>;
  offers: string[];
  keys: World['keys'];
  reviews: Map<string, string>;
  shares: World['shares'];
  retained: Map<string, number>;
}

/** Everything a sequence acts on: two homes, their channels, the card provider and the clock. */
export interface World {
  /** There is no session. */
  ctx: Ctx;
  host: Ctx;
  guests: Guest[];
  homes: Home[];
  /** The calendar of the channel that sells the first home, too. */
  calendar: ChannelCalendar;
  provider: CardProvider;
  /** Ids in the order in which they were made. */
  bookings: string[];
  blocks: string[];
  /** Paid by other ways than the card provider, by booking; minor units. */
  paidElsewhere: Map<string, number>;
  /** What was logged as an error and is none of those that belong to a failed payment. */
  errors: string[];
  /** What guests and hosts wanted refunded, by booking; minor units. */
  refunds: Map<string, number>;
  /** The secrets of their links. */
  offers: string[];
  /** The keys that guests got who took an offer. */
  keys: { bookingId: string; email: string; hash: string }[];
  /** The home that each review was written about, by booking. */
  reviews: Map<string, string>;
  /** The guest and the home for which each companion’s link was made. */
  shares: Map<string, { email: string; propertyId: string }>;
  /** The most that its policy leaves with the hosts of a stay that its guest cancelled; minor units. */
  retained: Map<string, number>;
  /** One of before each step, the newest first. */
  backups: SavedWorld[];
  passTime(minutes: number): void;
  now(): Date;
  span(place: Place): { checkin: string; checkout: string };
}

const firstDay = Date.UTC(2027, 0, 1);

/** Errors that hosts are to see: what guests and banks did, no faults. */
const expectedErrors: ReadonlySet<string | undefined> = new Set([
  'a booking was paid too late',
  'a refund failed at the bank',
  'a refund was rejected',
  'a payment is of a booking that is not in the ledger',
  'a refund was made by an order that is not in the ledger',
  'a payment is disputed, or the dispute was decided',
]);

/** A log whose unexpected errors are saved. */
function strictLog(log: Log, errors: string[]): Log {
  const error = (details: { err?: Error }, message?: string) => {
    if (!expectedErrors.has(message))
      errors.push(`${message}: ${details.err?.stack ?? JSON.stringify(details)}`);
  };
  return Object.assign(Object.create(log) as Log, { error });
}

const admin = (now: Date): NonNullable<Ctx['viewer']> => ({
  id: newId(),
  email: 'host@example.com',
  name: 'Hanna',
  role: 'admin',
  createdAt: now,
  sessionId: newId(),
  needsReauthentication: false,
});

/** Makes two homes, of which the first is sold by another channel, too. */
export async function openWorld(
  platform: Platform,
  channels: Channels,
  { startDay, startMinute, aheadDays, homes, channel }: Omit<Sequence, 'steps' | 'daysAtEnd'>,
): Promise<World> {
  let time = firstDay + startDay * dayMs + startMinute * minuteMs;
  const now = () => new Date(time);
  const provider = openCardProvider(now);
  const errors: string[] = [];
  const ctx: Ctx = {
    ...platform,
    log: strictLog(platform.log, errors),
    now,
    stripe: provider.open,
    consumeLimit: async () => {},
    viewer: null,
    clientKey: '203.0.113.1',
  };
  const firstNight = addDays(todayAtProperty(now()), aheadDays);
  const rules = { balance_due_days: 7, horizon_days: 365, cancellation_policy_id: await policyId(ctx) };
  const made: Home[] = [];
  for (const home of homes)
    made.push({
      ...(await addProperty(ctx.db, { ...home, ...rules })),
      turnoverNights: home.turnover_nights,
    });
  const calendar = await addFeed(ctx, channels, { property_id: made[0]?.id ?? '', channel });
  return {
    ctx,
    host: { ...ctx, viewer: admin(now()) },
    provider,
    now,
    errors,
    homes: made,
    calendar,
    guests: [0, 1, 2].map((number) => ({
      ctx: { ...ctx, clientKey: `198.51.100.${number}` },
      email: `guest-${number}@guests.example`,
      browserHash: randomBytes(32),
    })),
    bookings: [],
    blocks: [],
    paidElsewhere: new Map(),
    refunds: new Map(),
    offers: [],
    keys: [],
    reviews: new Map(),
    shares: new Map(),
    retained: new Map(),
    backups: [],
    passTime(minutes) {
      time += minutes * minuteMs;
    },
    span: ({ from, nights }) => {
      const checkin = addDays(firstNight, from);
      return { checkin, checkout: addDays(checkin, nights) };
    },
  };
}

/** Another channel's calendar, empty, and the feed that reads it. */
async function addFeed(
  { db }: Ctx,
  channels: Channels,
  home: { property_id: string; channel: Sequence['channel'] },
): Promise<ChannelCalendar> {
  const feedId = newId();
  const calendar = { feedId, channel: home.channel, events: [], isBroken: false };
  channels.calendars.set(feedId, calendar);
  await db
    .insertInto('calendar_feeds')
    .values({ id: feedId, ...home, url: channels.url(feedId) })
    .execute();
  return calendar;
}

const policyId = async ({ db }: Ctx): Promise<string | null> =>
  (await db.selectFrom('cancellation_policies').select('id').orderBy('name').executeTakeFirst())?.id ?? null;

export const homeAt = ({ homes }: World, { home }: Pick<Place, 'home'>): Home =>
  homes[home % homes.length] as Home;

/** The chosen one of several; undefined where there is none. */
export const pick = <Item>(items: readonly Item[], index: number): Item | undefined =>
  items[index % Math.max(1, items.length)];

export async function bookingAt({ ctx, bookings }: World, index: number): Promise<Booking | null> {
  const id = pick(bookings, index);
  return id === undefined ? null : bookingById(ctx.db, id);
}

/** Deletes all homes with everything that happened to them, in one round trip. */
export async function clearWorld({ pool }: Platform, channels: Channels): Promise<void> {
  channels.calendars.clear();
  await pool.query(`select set_config('pcb.restoring', 'on', true); delete from payments;
    select set_config('pcb.restoring', 'off', true); delete from reviews; delete from offers; delete from bookings; delete from quotes; delete from properties;
    delete from webhook_events; delete from provider_event_sync; delete from unknown_payments; delete from payment_pause; delete from graphile_worker._private_jobs`);
}
