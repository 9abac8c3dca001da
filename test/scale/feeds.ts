import type pg from 'pg';

/** The number of events in each feed, on the next nights for which no booking is planned. */
const eventsEach = 12;

/**
 * Two calendars of other channels for every home with a year's reservations in them. They are paused: nothing responds at
 * their addresses, and failed calendars would be reported.
 * @param firstDay YYYY-MM-DD from which on all homes are free
 */
export async function addFeeds(db: pg.Client, firstDay: string): Promise<void> {
  await db.query(
    `insert into calendar_feeds (property_id, channel, name, url, is_active, last_read_at, last_good_at, event_count)
     select id, channel, '', 'https://' || channel || '.example/' || slug || '.ics', false, now(), now(), $1
     from properties cross join (values ('airbnb'), ('vrbo')) as channels (channel)
     where slug like 'scale-%'`,
    [eventsEach],
  );
  await db.query(
    `insert into feed_events (feed_id, property_id, uid, kind, checkin, checkout)
     select id, property_id, channel || n, 'reservation', first, first + 4
     from calendar_feeds cross join generate_series(0, $1::integer - 1) as n,
       lateral (select $2::date + n * 14 + case channel when 'vrbo' then 7 else 0 end as first) as night`,
    [eventsEach, firstDay],
  );
  await db.query(
    `insert into occupied_nights (source_id, property_id, kind, nights)
     select id, property_id, 'feed_reservation', daterange(checkin, checkout) from feed_events`,
  );
  await db.query(
    `insert into channel_nights (event_id, feed_id, property_id, channel, kind, nights, booked_at)
     select event.id, feed_id, event.property_id, channel, kind, daterange(checkin, checkout), event.created_at
     from feed_events as event join calendar_feeds as feed on feed.id = feed_id`,
  );
}
