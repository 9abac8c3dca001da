-- When the channels of a home were last read for a booking or a payment: all processes share its limit. `ended_at` null: under way.
create table calendar_rechecks (
  property_id uuid primary key references properties (id) on delete cascade,
  started_at timestamptz not null,
  ended_at timestamptz
);
