-- What guests read about a home; `reveal` says from when.
create table guide_sections (
  id uuid primary key default gen_random_uuid(),
  -- null: all homes.
  property_id uuid references properties (id) on delete cascade,
  title text not null check (char_length(title) between 1 and 200),
  html_rich_text text not null check (char_length(html_rich_text) between 1 and 100000),
  reveal text not null default 'booked' check (reveal in ('public', 'booked', 'arrival')),
  position integer not null default 0,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index guide_sections_property on guide_sections (property_id, position);
create trigger announce_change after insert or update or delete or truncate on guide_sections
  for each statement execute function notify_content_changed();

alter table properties
  -- As 802.11 has them: 32 octets, and 63 characters of a passphrase.
  add column wifi_name text not null default '' check (octet_length(wifi_name) <= 32),
  add column wifi_password text not null default '' check (char_length(wifi_password) <= 63),
  add column check_list text not null default '' check (char_length(check_list) <= 100000),
  add column licence_state text not null default '' check (char_length(licence_state) <= 100),
  add column licence_local text not null default '' check (char_length(licence_local) <= 100);

alter table bookings
  add column access_code text not null default '' check (char_length(access_code) <= 100),
  add column arrival_details jsonb not null default '{}' check (jsonb_typeof(arrival_details) = 'object');
