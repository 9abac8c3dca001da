import { query } from './database.ts';

/** The home whose description, images and capacity a stay's own home copies. */
const bookedHome = 'kid-friendly-steps-to-beach';

/** Moves a stay to days from today, into a home of its own with a cleaner. @returns the ids of both */
export async function moveToOwnHome(
  code: string,
  title: string,
  { checkin, checkout }: { checkin: number; checkout: number },
): Promise<{ homeId: string; cleanerId: string }> {
  const [row] = await query(
    `with cleaner as (
       insert into cleaners (name, email) values ('Wes', $2 || '@cleaners.example') returning id
     ), house as (
       insert into properties (id, slug, title, description, images, guests, beds, baths, price_preview, is_listed,
         house_rules, access_notes, street_address, wifi_name, wifi_password, cleaner_id)
       select gen_random_uuid(), 'journey-' || gen_random_uuid(), $1, description, images, guests, beds, baths,
         price_preview, false, house_rules, 'The key hangs behind the shutter', '9 Gulf Drive', 'JourneyBeach', 'nine-waves', cleaner.id
       from properties, cleaner where slug = $3 returning id
     ), moved as (
       update bookings set property_id = house.id from house where code = $4
     )
     select house.id as "homeId", cleaner.id as "cleanerId" from house, cleaner`,
    [title, title.toLowerCase().replaceAll(' ', '-'), bookedHome, code],
  );
  await moveStay(code, { checkin, checkout });
  return row as { homeId: string; cleanerId: string };
}

/** Moves a stay to days from today. */
export const moveStay = (code: string, { checkin, checkout }: { checkin: number; checkout: number }) =>
  query(
    `update bookings set checkin = today + $2::int, checkout = today + $3::int
     from (select (now() at time zone 'America/Chicago')::date as today) as day where code = $1`,
    [code, checkin, checkout],
  );

/** Guests of another channel stay in a home, from and to days from today. */
export const addChannelStay = (
  homeId: string,
  { checkin, checkout }: { checkin: number; checkout: number },
) =>
  query(
    `with feed as (
       insert into calendar_feeds (property_id, channel, url, is_active)
       values ($1, 'airbnb', 'https://airbnb.example/journey.ics', false) returning id
     )
     insert into feed_events (feed_id, property_id, uid, kind, checkin, checkout)
     select id, $1, 'journey', 'reservation', today + $2::int, today + $3::int
     from feed, (select (now() at time zone 'America/Chicago')::date as today) as day`,
    [homeId, checkin, checkout],
  );

/** Removes the home of a journey with its cleaner; its stay is cancelled without a screen. */
export async function removeOwnHome(title: string): Promise<void> {
  await query(
    `update bookings set status = 'cancelled', checkin = checkin + 900, checkout = checkout + 900,
       property_id = (select id from properties where slug = $2)
     where property_id in (select id from properties where title = $1)`,
    [title, bookedHome],
  );
  await query(
    `with removed as (delete from properties where title = $1 returning cleaner_id)
     delete from cleaners where id in (select cleaner_id from removed)`,
    [title],
  );
}
