import { sql } from 'kysely';
import type { World } from './world.ts';

interface Stay {
  propertyId: string;
  checkin: string;
  checkout: string;
  guests: number | null;
  pets: number | null;
}

/**
 * Departures without their turnover, turnovers without a departure, and those that expect others than the next guests; computed
 * from the stays and not as the triggers do it.
 */
export async function findWrongTurnovers({ ctx: { db } }: World): Promise<string[]> {
  const { rows: stays } = await sql<Stay>`
    select property_id as "propertyId", checkin, checkout, guests, pets from bookings where status = 'confirmed'
    union all
    select property_id, checkin, checkout, null, null from feed_events where kind = 'reservation' and not is_echo`.execute(
    db,
  );
  const expected = stays.map((stay) => {
    const next = stays
      .filter(({ propertyId, checkin }) => propertyId === stay.propertyId && checkin >= stay.checkout)
      .sort((a, b) => a.checkin.localeCompare(b.checkin) || (b.guests ?? 0) - (a.guests ?? 0))[0];
    return describe({
      property_id: stay.propertyId,
      departs_on: stay.checkout,
      arrives_on: next?.checkin ?? null,
      is_same_day: next?.checkin === stay.checkout,
      guests: next?.guests ?? null,
      pets: next?.pets ?? null,
    });
  });
  const rows = await db
    .selectFrom('turnovers')
    .select(['property_id', 'departs_on', 'arrives_on', 'is_same_day', 'guests', 'pets'])
    .execute();
  const stored = rows.map(describe);
  return [
    ...expected
      .filter((turnover) => !stored.includes(turnover))
      .map((turnover) => `no turnover: ${turnover}`),
    ...stored.filter((turnover) => !expected.includes(turnover)).map((turnover) => `no stay: ${turnover}`),
  ];
}

const describe = (turnover: Record<string, unknown>): string =>
  JSON.stringify([
    turnover.property_id,
    turnover.departs_on,
    turnover.arrives_on,
    turnover.is_same_day,
    turnover.guests,
    turnover.pets,
  ]);
