import { sql } from 'kysely';
import { listConflicts } from '../../src/features/hosting/conflicts/actions.server.ts';
import { todayAtProperty } from '../../src/shared/dates.ts';
import { addDays, type DateSpan } from '../../src/shared/nights.ts';
import type { World } from './world.ts';

interface SoldStay extends DateSpan {
  id: string;
  code: string;
  status: string;
  propertyId: string;
  turnover: number;
  browser: string;
  /** When it took the nights that it has. */
  tookAt: Date;
}

interface FeedEvent extends DateSpan {
  propertyId: string;
  kind: 'reservation' | 'block';
  isPresent: boolean;
  changedAt: Date;
}

interface Nights {
  stays: SoldStay[];
  blocks: (DateSpan & { propertyId: string })[];
  events: FeedEvent[];
}

/** Loads what occupies nights from the tables themselves, not from what the product derives from them. */
export async function loadNights({ ctx: { db } }: World): Promise<Nights> {
  const { rows: stays } = await sql<SoldStay>`
    select id, code, status, property_id as "propertyId", checkin, checkout, turnover_nights as turnover,
      encode(browser_hash, 'hex') as browser, greatest(
        created_at,
        (select max(moved.created_at) from booking_events as moved where booking_id = bookings.id and event = 'moved'),
        case when exists (
          select from booking_events where booking_id = bookings.id and event in ('expired', 'released')
        ) then confirmed_at end
      ) as "tookAt"
    from bookings where status in ('held', 'requested', 'confirmed') order by id`.execute(db);
  const { rows: blocks } = await sql<Nights['blocks'][number]>`
    select property_id as "propertyId", first_night as checkin, last_night + 1 as checkout from blocks`.execute(
    db,
  );
  const { rows: events } = await sql<FeedEvent>`
    select property_id as "propertyId", kind, lower(nights) as checkin, upper(nights) as checkout,
      missing_readings = 0 as "isPresent", updated_at as "changedAt"
    from feed_events, unnest(coalesce(own_nights, datemultirange(daterange(checkin, checkout)))) as nights`.execute(
    db,
  );
  return { stays, blocks, events };
}

/** Whether two stays share a night, with so many nights to be free between them. */
const overlap = (one: DateSpan, other: DateSpan, between = 0): boolean =>
  one.checkin < addDays(other.checkout, between) && other.checkin < addDays(one.checkout, between);

/** Whether something stands in the way of nights, the home's turnover around stays included. @param except stays to look past */
export function areTaken(
  { stays, blocks, events }: Nights,
  span: DateSpan,
  {
    propertyId,
    turnover,
    except,
  }: { propertyId: string; turnover: number; except: (stay: SoldStay) => boolean },
): boolean {
  const here = <Item extends { propertyId: string }>(items: Item[]) =>
    items.filter((item) => item.propertyId === propertyId);
  return (
    here(stays).some((stay) => !except(stay) && overlap(stay, span, turnover)) ||
    here(blocks).some((block) => overlap(block, span)) ||
    here(events).some((event) => overlap(event, span, event.kind === 'reservation' ? turnover : 0))
  );
}

const formatStay = ({ code, checkin, checkout }: SoldStay): string => `${code} ${checkin}/${checkout}`;

/** Nights that two have: stays with their turnover, stays and blocks, stays and what channels had sold before. */
export function findOverlaps({ stays, blocks, events }: Nights): string[] {
  return stays.flatMap((stay) => {
    const isHere = ({ propertyId }: { propertyId: string }) => propertyId === stay.propertyId;
    const later = stays.filter((other) => isHere(other) && other.id > stay.id);
    return [
      ...later
        .filter((other) => overlap(stay, other, Math.min(stay.turnover, other.turnover)))
        .map((other) => `${formatStay(stay)} overlaps ${formatStay(other)}`),
      ...blocks
        .filter((block) => isHere(block) && overlap(stay, block))
        .map(({ checkin }) => `${formatStay(stay)} overlaps the block of ${checkin}`),
      ...events
        .filter((event) => isHere(event) && overlap(stay, event) && event.changedAt <= stay.tookAt)
        .map(({ checkin }) => `${formatStay(stay)} was sold over the channel's event of ${checkin}`),
    ];
  });
}

/** Confirmed stays under a channel's stay that the hosts do not see as a conflict before they are over, and the opposite. */
export async function findUndeclared(world: World, { stays, events }: Nights): Promise<string[]> {
  const { conflicts } = await listConflicts(world.host);
  const today = todayAtProperty(world.now());
  const sold = events.filter(({ kind }) => kind === 'reservation');
  const key = (code: string, { checkin, checkout }: DateSpan) => `${code} ${checkin}/${checkout}`;
  const declared = new Set(conflicts.map(({ booking, event }) => key(booking.code, event)));
  const over = stays.flatMap((stay) =>
    sold
      .filter(({ propertyId }) => propertyId === stay.propertyId && stay.status === 'confirmed')
      .filter((event) => overlap(stay, event))
      .map((event) => ({
        name: key(stay.code, event),
        isPresent: event.isPresent && stay.checkout >= today,
      })),
  );
  const real = new Set(over.map(({ name }) => name));
  const unmet = [...declared].filter((name) => !real.has(name));
  return [
    ...over
      .filter(({ name, isPresent }) => isPresent && !declared.has(name))
      .map(({ name }) => `undeclared: ${name}`),
    ...unmet.map((name) => `no conflict: ${name}`),
  ];
}
