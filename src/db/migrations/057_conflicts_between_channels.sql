-- Nights that two other channels sold: a conflict of two events, without a booking of ours.
alter table calendar_conflicts
  alter column booking_id drop not null,
  add column other_event_id uuid references feed_events (id) on delete set null,
  add column other_feed_id uuid references calendar_feeds (id) on delete set null,
  add column other_channel text,
  -- The nights of the other channel's event.
  add column other_checkin date,
  add column other_checkout date,
  add constraint calendar_conflicts_of_two check ((booking_id is null) = (other_channel is not null)),
  add constraint calendar_conflicts_other check (num_nulls(other_channel, other_checkin, other_checkout) in (0, 3)),
  drop constraint calendar_conflicts_resolution_check,
  add constraint calendar_conflicts_resolution_check
    check (resolution in ('moved', 'cancelled', 'event_gone', 'dismissed'));
create unique index calendar_conflicts_open_pair on calendar_conflicts (feed_event_id, other_event_id)
  where resolved_at is null and booking_id is null;
create index calendar_conflicts_other_event on calendar_conflicts (other_event_id);
create index calendar_conflicts_other_feed on calendar_conflicts (other_feed_id);
