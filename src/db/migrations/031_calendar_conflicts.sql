-- Another channel's stay over a confirmed one of ours: kept until one of them is gone, and never dropped.

create table calendar_conflicts (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id) on delete cascade,
  feed_event_id uuid references feed_events (id) on delete set null,
  feed_id uuid references calendar_feeds (id) on delete set null,
  channel text not null,
  -- The nights that the other channel sold.
  checkin date not null,
  checkout date not null,
  found_at timestamptz not null default now(),
  -- When the guest was last asked for other dates.
  offered_at timestamptz,
  resolved_at timestamptz,
  resolution text check (resolution in ('moved', 'cancelled', 'event_gone')),
  check ((resolved_at is null) = (resolution is null))
);
create unique index calendar_conflicts_open on calendar_conflicts (booking_id, feed_event_id) where resolved_at is null;
create index calendar_conflicts_event on calendar_conflicts (feed_event_id);
create index calendar_conflicts_feed on calendar_conflicts (feed_id);

-- When the hosts were told that a feed cannot be read; null again after a good reading.
alter table calendar_feeds add column trouble_mailed_at timestamptz;
