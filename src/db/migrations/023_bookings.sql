-- Homes booked by the night: what a night costs and may be sold for, what is taken, quotes, bookings and their payments.

create extension if not exists btree_gist;

create function are_weekdays(days text[]) returns boolean language sql immutable parallel safe as
$$ select days <@ array['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] $$;

create table cancellation_policies (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  steps jsonb not null default '[]' check (jsonb_typeof(steps) = 'array'),
  grace_hours integer not null default 0 check (grace_hours between 0 and 336),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- A home that existed before is sold by inquiry until the hosts say otherwise.
alter table properties
  add column booking_mode text not null default 'inquiry' check (booking_mode in ('instant', 'request', 'inquiry')),
  add column nightly_cents integer not null default 0 check (nightly_cents >= 0),
  add column weekend_cents integer check (weekend_cents >= 0),
  add column min_nights integer not null default 1 check (min_nights between 1 and 365),
  add column max_nights integer check (max_nights between 1 and 730),
  add column arrival_days text[] not null default '{}' check (are_weekdays(arrival_days)),
  add column turnover_nights integer not null default 0 check (turnover_nights between 0 and 30),
  add column lead_days integer not null default 0 check (lead_days between 0 and 365),
  add column horizon_days integer not null default 540 check (horizon_days between 1 and 1095),
  add column guests_included integer not null default 20 check (guests_included between 1 and 20),
  add column max_pets integer not null default 0 check (max_pets between 0 and 20),
  add column deposit_percent numeric(6, 3) not null default 100 check (deposit_percent > 0 and deposit_percent <= 100),
  add column balance_due_days integer not null default 30 check (balance_due_days between 0 and 365),
  add column cancellation_policy_id uuid references cancellation_policies (id) on delete restrict,
  add column access_notes text not null default '',
  add column street_address text not null default '',
  add constraint properties_nights_fit check (max_nights >= min_nights);
create index properties_cancellation_policy on properties (cancellation_policy_id);

create table rates (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties (id) on delete cascade,
  name text not null default '' check (char_length(name) <= 100),
  first_night date,
  last_night date,
  nightly_cents integer check (nightly_cents > 0),
  weekend_cents integer check (weekend_cents > 0),
  min_nights integer check (min_nights between 1 and 365),
  arrival_days text[] check (are_weekdays(arrival_days)),
  priority integer not null default 0,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default now(),
  constraint rates_nights_fit check (last_night >= first_night)
);
create index rates_property on rates (property_id, last_night);

create table discounts (
  id uuid primary key default gen_random_uuid(),
  property_id uuid references properties (id) on delete cascade,
  kind text not null check (kind in ('length_of_stay', 'early', 'last_minute')),
  label text not null default '' check (char_length(label) <= 100),
  from_nights integer check (from_nights between 1 and 730),
  days_before integer check (days_before between 0 and 1095),
  percent numeric(6, 3) not null check (percent > 0 and percent <= 100),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint discounts_limit check (case kind when 'length_of_stay' then from_nights else days_before end is not null)
);
create index discounts_property on discounts (property_id);

create table fees (
  id uuid primary key default gen_random_uuid(),
  property_id uuid references properties (id) on delete cascade,
  label text not null check (char_length(label) between 1 and 100),
  kind text not null
    check (kind in ('per_stay', 'per_night', 'per_extra_guest_per_night', 'per_pet_per_stay', 'percent_of_rent')),
  amount_cents integer check (amount_cents >= 0),
  percent numeric(6, 3) check (percent between 0 and 100),
  is_taxed boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint fees_amount check (case kind when 'percent_of_rent' then percent else amount_cents end is not null)
);
create index fees_property on fees (property_id);

create table taxes (
  id uuid primary key default gen_random_uuid(),
  property_id uuid references properties (id) on delete cascade,
  label text not null check (char_length(label) between 1 and 100),
  jurisdiction text not null check (char_length(jurisdiction) between 1 and 100),
  percent numeric(6, 3) not null check (percent between 0 and 100),
  step integer not null default 1 check (step between 1 and 9),
  first_night date,
  last_night date,
  max_nights integer check (max_nights between 1 and 730),
  description text not null default '',
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint taxes_nights_fit check (last_night >= first_night)
);
create index taxes_property on taxes (property_id);

create table promo_codes (
  id uuid primary key default gen_random_uuid(),
  code text not null check (code ~ '^[A-Za-z0-9_-]{2,40}$'),
  percent numeric(6, 3) check (percent > 0 and percent <= 100),
  amount_cents integer check (amount_cents > 0),
  book_from date,
  book_until date,
  stay_from date,
  stay_until date,
  min_nights integer check (min_nights between 1 and 365),
  max_uses integer check (max_uses >= 0),
  property_id uuid references properties (id) on delete cascade,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint promo_codes_amount check ((percent is null) <> (amount_cents is null))
);
create unique index promo_codes_code on promo_codes (upper(code));
create index promo_codes_property on promo_codes (property_id);

create table blocks (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties (id) on delete cascade,
  first_night date not null,
  last_night date not null,
  note text not null default '' check (char_length(note) <= 500),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint blocks_nights_fit check (last_night between first_night and first_night + 1095)
);
create index blocks_property on blocks (property_id, first_night);

create table calendar_feeds (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties (id) on delete cascade,
  channel text not null check (channel in ('airbnb', 'vrbo', 'booking_com', 'other')),
  name text not null default '' check (char_length(name) <= 100),
  url text not null check (char_length(url) <= 2048),
  end_is_last_night boolean not null default false,
  is_active boolean not null default true,
  last_read_at timestamptz,
  last_good_at timestamptz,
  last_error text not null default '',
  event_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index calendar_feeds_property on calendar_feeds (property_id);

create table feed_events (
  id uuid primary key default gen_random_uuid(),
  feed_id uuid not null references calendar_feeds (id) on delete cascade,
  property_id uuid not null references properties (id) on delete cascade,
  uid text not null,
  kind text not null check (kind in ('reservation', 'block')),
  checkin date not null,
  checkout date not null,
  missing_since timestamptz,
  missing_readings integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (feed_id, uid),
  check (checkout > checkin)
);
create index feed_events_property on feed_events (property_id);

-- A price with everything it was made of; never changed.
create table quotes (
  id uuid primary key,
  property_id uuid not null references properties (id) on delete cascade,
  checkin date not null,
  checkout date not null,
  guests integer not null check (guests > 0),
  pets integer not null check (pets >= 0),
  promo_code_id uuid references promo_codes (id) on delete set null,
  price jsonb not null,
  total_cents bigint not null check (total_cents >= 0),
  currency text not null,
  plans jsonb not null,
  cancellation_policy jsonb not null,
  check_in_from text not null,
  calendars_checked_at timestamptz,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  check (checkout > checkin)
);
create index quotes_property on quotes (property_id);
create index quotes_promo_code on quotes (promo_code_id);
create index quotes_expires on quotes (expires_at);

create table bookings (
  id uuid primary key default gen_random_uuid(),
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{8}$'),
  key_hash bytea not null,
  status text not null
    check (status in ('held', 'requested', 'confirmed', 'expired', 'released', 'declined', 'cancelled')),
  property_id uuid not null references properties (id) on delete restrict,
  quote_id uuid not null references quotes (id) on delete restrict,
  checkin date not null,
  checkout date not null,
  turnover_nights integer not null default 0 check (turnover_nights >= 0),
  guests integer not null check (guests > 0),
  pets integer not null default 0 check (pets >= 0),
  name text not null check (char_length(name) between 1 and 200),
  email text not null check (char_length(email) <= 254),
  phone text not null default '',
  note text not null default '',
  plan text not null default 'full' check (plan in ('full', 'deposit')),
  total_cents bigint not null check (total_cents >= 0),
  currency text not null default 'usd',
  due_now_cents bigint not null check (due_now_cents between 0 and total_cents),
  balance_due_on date,
  promo_code_id uuid references promo_codes (id) on delete set null,
  agreed jsonb not null default '{}',
  hold_expires_at timestamptz,
  source text not null default 'site' check (source in ('site', 'hosts', 'offer')),
  idempotency_key text unique,
  browser_hash bytea,
  client_key text not null default '',
  stripe_customer_id text,
  stripe_payment_method_id text,
  balance_announced_at timestamptz,
  balance_declines integer not null default 0,
  next_charge_at timestamptz,
  arrival_sent_at timestamptz,
  anonymize_on date,
  confirmed_at timestamptz,
  cancelled_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check (checkout > checkin),
  check (status not in ('held', 'requested') or hold_expires_at is not null),
  -- One night, one guest. Each range ends with the turnover behind its stay, so two of them keep it between them.
  constraint bookings_one_guest exclude using gist (
    property_id with =, daterange(checkin, checkout + turnover_nights) with &&
  ) where (status in ('held', 'requested', 'confirmed'))
);
create index bookings_quote on bookings (quote_id);
create index bookings_email on bookings (email);
create index bookings_property on bookings (property_id, checkin);
create index bookings_promo_code on bookings (promo_code_id);
create index bookings_live_holds on bookings (hold_expires_at) where status in ('held', 'requested');
create index bookings_balance on bookings (balance_due_on) where status = 'confirmed' and balance_due_on is not null;
create index bookings_browser on bookings (browser_hash) where status = 'held';
create index bookings_arrival on bookings (checkin) where status = 'confirmed' and arrival_sent_at is null;
create index bookings_anonymize on bookings (anonymize_on) where anonymize_on is not null;

create table payments (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id) on delete restrict,
  kind text not null check (kind in ('charge', 'refund')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null default 'usd',
  method text not null default 'card' check (method in ('card', 'elsewhere')),
  stripe_id text unique,
  charge_id text,
  reason text not null default '',
  created_at timestamptz not null default now(),
  constraint payments_provider check (method = 'elsewhere' or stripe_id is not null)
);
create index payments_booking on payments (booking_id);

-- Each way a booking is to be paid, written before the provider is called: its id is part of the idempotency key.
create table payment_attempts (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  purpose text not null check (purpose in ('stay', 'balance')),
  kind text not null check (kind in ('page', 'stored_card')),
  status text not null check (status in ('pending', 'open', 'processing', 'paid', 'expired', 'failed')),
  amount_cents bigint not null check (amount_cents > 0),
  currency text not null,
  description text not null,
  stripe_id text unique,
  url text,
  expires_at timestamptz not null,
  checked_at timestamptz,
  created_at timestamptz not null default now()
);
create index payment_attempts_booking on payment_attempts (booking_id);
-- A booking is never paid in two ways at once.
create unique index payment_attempts_one_active on payment_attempts (booking_id)
  where status in ('pending', 'open', 'processing');
create index payment_attempts_active on payment_attempts (checked_at) where status in ('pending', 'open', 'processing');

-- Refunds, written before the provider is called; carried out, each is a row of payments.
create table refund_orders (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  payment_id text not null,
  amount_cents bigint not null check (amount_cents > 0),
  -- What asked for it: the same cause never refunds one payment twice.
  cause text not null,
  kind text not null check (kind in ('cancellation', 'hosts', 'too_late', 'excess')),
  reason text not null default '',
  status text not null default 'pending' check (status in ('pending', 'done', 'failed')),
  tries integer not null default 0,
  created_at timestamptz not null default now(),
  unique (booking_id, payment_id, cause)
);
create index refund_orders_pending on refund_orders (created_at) where status = 'pending';

-- Browsers that opened the mailed link of a booking; the one that made it stands with the booking.
create table booking_browsers (
  booking_id uuid not null references bookings (id) on delete cascade,
  browser_hash bytea not null,
  created_at timestamptz not null default now(),
  primary key (booking_id, browser_hash)
);

create table booking_events (
  id bigint generated always as identity primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  event text not null,
  actor text not null default 'system',
  details jsonb not null default '{}',
  created_at timestamptz not null default now()
);
create index booking_events_booking on booking_events (booking_id, id);

-- Every taken night in one place, written by triggers: calendars read it, and no booking shares a night with a block. Blocks may
-- overlap each other, and another channel's event may overlap anything: that conflict is shown to the hosts, not refused.
create table occupied_nights (
  source_id uuid primary key,
  property_id uuid not null references properties (id) on delete cascade,
  kind text not null check (kind in ('booking', 'block', 'feed_reservation', 'feed_block')),
  nights daterange not null check (not isempty(nights)),
  constraint occupied_nights_booking_or_block exclude using gist (property_id with =, kind with <>, nights with &&)
    where (kind in ('booking', 'block'))
);
create index occupied_nights_nights on occupied_nights using gist (nights, property_id);

create function occupy_nights(source uuid, property uuid, occupant text, span daterange) returns void
language plpgsql as $$
begin
  -- `do nothing` lets the loser of a race wait for the winner; a plain insert of both would be a deadlock.
  insert into occupied_nights (source_id, property_id, kind, nights) values (source, property, occupant, span)
  on conflict on constraint occupied_nights_booking_or_block do nothing;
  if not found then
    raise exclusion_violation using
      message = case occupant when 'block' then 'Some of these nights are booked' else 'Some of these nights are closed' end,
      constraint = 'occupied_nights_booking_or_block';
  end if;
end $$;

create function occupy_booking() returns trigger language plpgsql as $$
begin
  delete from occupied_nights where source_id in (old.id, new.id);
  if tg_op <> 'DELETE' and new.status in ('held', 'requested', 'confirmed') then
    perform occupy_nights(new.id, new.property_id, 'booking', daterange(new.checkin, new.checkout));
  end if;
  return null;
end $$;
create trigger occupy_inserted after insert on bookings
  for each row when (new.status in ('held', 'requested', 'confirmed')) execute function occupy_booking();
create trigger occupy_updated after update of status, property_id, checkin, checkout on bookings
  for each row when ((old.status, old.property_id, old.checkin, old.checkout)
    is distinct from (new.status, new.property_id, new.checkin, new.checkout)) execute function occupy_booking();
create trigger occupy_deleted after delete on bookings for each row execute function occupy_booking();

create function occupy_block() returns trigger language plpgsql as $$
begin
  delete from occupied_nights where source_id in (old.id, new.id);
  if tg_op <> 'DELETE' then
    perform occupy_nights(new.id, new.property_id, 'block', daterange(new.first_night, new.last_night, '[]'));
  end if;
  return null;
end $$;
create trigger occupy after insert or update or delete on blocks for each row execute function occupy_block();

create function occupy_feed_event() returns trigger language plpgsql as $$
begin
  delete from occupied_nights where source_id in (old.id, new.id);
  if tg_op <> 'DELETE' then
    insert into occupied_nights (source_id, property_id, kind, nights)
    values (new.id, new.property_id, 'feed_' || new.kind, daterange(new.checkin, new.checkout));
  end if;
  return null;
end $$;
create trigger occupy after insert or update or delete on feed_events
  for each row execute function occupy_feed_event();

-- A restored backup brings what the triggers write, too: whichever comes second finds the other's row.
create function skip_occupied_twice() returns trigger language plpgsql as $$
begin
  if exists (select from occupied_nights where source_id = new.source_id) then
    return null;
  end if;
  return new;
end $$;
create trigger skip_occupied_twice before insert on occupied_nights
  for each row execute function skip_occupied_twice();

-- A shorter turnover gives its nights free behind stays that are booked already.
create function shorten_turnover() returns trigger language plpgsql as $$
begin
  update bookings set turnover_nights = new.turnover_nights
  where property_id = new.id and turnover_nights > new.turnover_nights
    and status in ('held', 'requested', 'confirmed');
  return null;
end $$;
create trigger shorten_turnover after update of turnover_nights on properties
  for each row when (new.turnover_nights < old.turnover_nights) execute function shorten_turnover();

create table pages (
  id uuid primary key default gen_random_uuid(),
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (char_length(title) between 1 and 200),
  html_rich_text text not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create trigger announce_change after insert or update or delete or truncate on pages
  for each statement execute function notify_content_changed();

-- The waitlist takes nights, too: an entry without dates waits for the home to open.
alter table waitlist_entries
  add column checkin date,
  add column checkout date,
  add column guests integer check (guests between 1 and 20),
  add constraint waitlist_entries_nights_fit check ((checkin is null) = (checkout is null) and checkout > checkin),
  drop constraint waitlist_entries_property_id_email_key,
  add constraint waitlist_entries_once unique nulls not distinct (property_id, email, checkin, checkout);
create index waitlist_entries_nights on waitlist_entries (property_id, checkin) where checkin is not null;
