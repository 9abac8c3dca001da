-- The work between a departure and the next arrival, and who does it. A turnover is made, moved and ended by triggers, in the
-- transaction that changes a stay, as `occupied_nights` is.

create table cleaners (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  email text not null check (char_length(email) <= 254),
  phone text not null default '' check (char_length(phone) <= 50),
  is_active boolean not null default true,
  -- SHA-256 of the token in the link, which is derived from the row and from how often the link was renewed. Null: no link yet.
  token_hash bytea unique,
  link_version integer not null default 0 check (link_version >= 0),
  -- The Sunday of the last mail with the week's turnovers.
  week_mailed_on date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

alter table properties add column cleaner_id uuid references cleaners (id) on delete set null;
create index properties_cleaner on properties (cleaner_id);

create table turnovers (
  id uuid primary key default gen_random_uuid(),
  property_id uuid not null references properties (id) on delete cascade,
  departs_on date not null,
  arrives_on date,
  cleaner_id uuid references cleaners (id) on delete set null,
  status text not null default 'todo' check (status in ('todo', 'done', 'problem')),
  is_same_day boolean not null default false,
  guests integer,
  pets integer,
  note text not null default '' check (char_length(note) <= 2000),
  report text not null default '' check (char_length(report) <= 4000),
  photos text[] not null default '{}' check (cardinality(photos) <= 6),
  done_at timestamptz,
  -- The arrival about which the hosts were mailed that the home is not ready.
  alarmed_for date,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint turnovers_once unique (property_id, departs_on)
);
create index turnovers_arrival on turnovers (property_id, arrives_on);
create index turnovers_day on turnovers (departs_on);
create index turnovers_cleaner on turnovers (cleaner_id, departs_on);
create index turnovers_cleaner_arrival on turnovers (cleaner_id, arrives_on);
create index turnovers_not_ready on turnovers (arrives_on) where status <> 'done';

create index bookings_departure on bookings (property_id, checkout) where status = 'confirmed';
create index feed_events_arrival on feed_events (property_id, checkin) where kind = 'reservation' and not is_echo;
create index feed_events_departure on feed_events (property_id, checkout) where kind = 'reservation' and not is_echo;

-- Who sleeps in a home: confirmed stays of ours and the other channels' own, without echoes and blocks.
create view real_stays as
  select property_id, checkin, checkout, guests, pets from bookings where status = 'confirmed'
  union all
  select property_id, checkin, checkout, null, null from feed_events where kind = 'reservation' and not is_echo;

-- A restored backup brings rows that the triggers of its stays have made by then: those of the backup count.
create function complete_turnover() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    delete from turnovers where property_id = new.property_id and departs_on = new.departs_on;
  end if;
  new.is_same_day := coalesce(new.arrives_on = new.departs_on, false);
  return new;
end $$;
create trigger complete_turnover before insert or update on turnovers
  for each row execute function complete_turnover();

-- One at a time for a home, until the transaction ends: two stays that are sold at once see each other's.
create function lock_turnovers(home uuid) returns void language sql as
$$ select pg_advisory_xact_lock(hashtextextended('turnovers ' || home, 0)) $$;

create function today_at_property() returns date language sql stable as
$$ select (now() at time zone 'America/Chicago')::date $$;

-- Of the turnovers of a home, makes and ends those of some departures, and lets each that may be concerned know who arrives next.
-- Days that are over stay as they were, and what is reported is never deleted.
create function keep_turnovers(home uuid, checkins date[], checkouts date[]) returns void language plpgsql as $$
declare
  first_checkin constant date := (select min(day) from unnest(checkins) as day);
  last_checkin constant date := (select max(day) from unnest(checkins) as day);
begin
  perform lock_turnovers(home);
  delete from turnovers as turnover
  where property_id = home and departs_on = any(checkouts) and departs_on >= today_at_property() and status = 'todo'
    and not exists (
      select from real_stays as stay where stay.property_id = home and stay.checkout = turnover.departs_on
    );
  insert into turnovers (property_id, departs_on, cleaner_id)
  select home, departure.day, property.cleaner_id
  from (select distinct day from unnest(checkouts) as day) as departure join properties as property on property.id = home
  where departure.day >= today_at_property()
    and exists (select from real_stays as stay where stay.property_id = home and stay.checkout = departure.day)
    and not exists (select from turnovers where property_id = home and departs_on = departure.day);
  update turnovers as turnover
  set arrives_on = arrival.checkin, guests = arrival.guests, pets = arrival.pets, updated_at = now()
  from turnovers as before left join lateral (
    -- By an index for each kind of stay: a calendar may bring thousands of them at once.
    select next.checkin, stay.guests, stay.pets
    from (
      select least(
        (select checkin from bookings
          where property_id = home and status = 'confirmed' and checkin >= before.departs_on order by checkin limit 1),
        (select checkin from feed_events
          where property_id = home and kind = 'reservation' and not is_echo and checkin >= before.departs_on
          order by checkin limit 1)
      ) as checkin
    ) as next left join bookings as stay
      on stay.property_id = home and stay.status = 'confirmed' and stay.checkin = next.checkin
    where next.checkin is not null
    limit 1
  ) as arrival on true
  where turnover.id = before.id and before.property_id = home
    and (before.departs_on = any(checkouts) or before.departs_on <= last_checkin and before.arrives_on >= first_checkin
      or before.departs_on <= last_checkin and before.arrives_on is null)
    and (before.arrives_on, before.guests, before.pets)
      is distinct from (arrival.checkin, arrival.guests, arrival.pets);
end $$;

-- A stay that leaves on another day takes its turnover along, with its note and whoever it was given to.
create function move_turnover(home uuid, from_day date, to_day date) returns void language plpgsql as $$
begin
  perform lock_turnovers(home);
  update turnovers as turnover set departs_on = to_day, updated_at = now()
  where property_id = home and departs_on = from_day and from_day <> to_day and status = 'todo'
    and not exists (select from real_stays as stay where stay.property_id = home and stay.checkout = from_day)
    and not exists (select from turnovers as other where other.property_id = home and other.departs_on = to_day);
end $$;

create function keep_turnovers_of_booking() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' then
    perform lock_turnovers(least(old.property_id, new.property_id));
    if old.property_id = new.property_id and old.status = 'confirmed' and new.status = 'confirmed' then
      perform move_turnover(new.property_id, old.checkout, new.checkout);
    end if;
  end if;
  if tg_op <> 'INSERT' and old.status = 'confirmed' then
    perform keep_turnovers(old.property_id, array[old.checkin], array[old.checkout]);
  end if;
  if tg_op <> 'DELETE' and new.status = 'confirmed' then
    perform keep_turnovers(new.property_id, array[new.checkin], array[new.checkout]);
  end if;
  return null;
end $$;
create trigger turnovers_inserted after insert on bookings
  for each row when (new.status = 'confirmed') execute function keep_turnovers_of_booking();
create trigger turnovers_updated after update of status, property_id, checkin, checkout, guests, pets on bookings
  for each row when ('confirmed' in (old.status, new.status)
    and (old.status, old.property_id, old.checkin, old.checkout, old.guests, old.pets)
      is distinct from (new.status, new.property_id, new.checkin, new.checkout, new.guests, new.pets))
  execute function keep_turnovers_of_booking();
create trigger turnovers_deleted after delete on bookings
  for each row when (old.status = 'confirmed') execute function keep_turnovers_of_booking();

-- By statement, as `occupy_feed_events`: a feed of 1,000 events is one change here, not 1,000.
create function keep_turnovers_of_events() returns trigger language plpgsql as $$
declare
  home record;
  moved record;
begin
  if tg_op = 'UPDATE' then
    for moved in
      select added.property_id, removed.checkout as from_day, added.checkout as to_day
      from removed join added using (id)
      where removed.property_id = added.property_id and removed.checkout <> added.checkout
        and (removed.kind, removed.is_echo, added.kind, added.is_echo) = ('reservation', false, 'reservation', false)
      order by 1, 2
    loop
      perform move_turnover(moved.property_id, moved.from_day, moved.to_day);
    end loop;
    for home in
      with changed as (
        select id from removed join added using (id)
        where (removed.property_id, removed.kind, removed.is_echo, removed.checkin, removed.checkout)
          is distinct from (added.property_id, added.kind, added.is_echo, added.checkin, added.checkout)
      )
      select property_id, array_agg(checkin) as checkins, array_agg(checkout) as checkouts
      from (
        select property_id, kind, is_echo, checkin, checkout from removed where id in (select id from changed)
        union all
        select property_id, kind, is_echo, checkin, checkout from added where id in (select id from changed)
      ) as event
      where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform keep_turnovers(home.property_id, home.checkins, home.checkouts);
    end loop;
  elsif tg_op = 'INSERT' then
    for home in
      select property_id, array_agg(checkin) as checkins, array_agg(checkout) as checkouts
      from added where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform keep_turnovers(home.property_id, home.checkins, home.checkouts);
    end loop;
  else
    for home in
      select property_id, array_agg(checkin) as checkins, array_agg(checkout) as checkouts
      from removed where kind = 'reservation' and not is_echo group by property_id order by property_id
    loop
      perform keep_turnovers(home.property_id, home.checkins, home.checkouts);
    end loop;
  end if;
  return null;
end $$;
create trigger turnovers_inserted after insert on feed_events referencing new table as added
  for each statement execute function keep_turnovers_of_events();
create trigger turnovers_updated after update on feed_events referencing old table as removed new table as added
  for each statement execute function keep_turnovers_of_events();
create trigger turnovers_deleted after delete on feed_events referencing old table as removed
  for each statement execute function keep_turnovers_of_events();

-- A home's new cleaner gets what is still to be done there, but for what hosts gave to somebody else.
create function assign_cleaner() returns trigger language plpgsql as $$
begin
  update turnovers set cleaner_id = new.cleaner_id, updated_at = now()
  where property_id = new.id and departs_on >= today_at_property() - 7 and status = 'todo'
    and (cleaner_id is null or cleaner_id = old.cleaner_id);
  return null;
end $$;
create trigger assign_cleaner after update of cleaner_id on properties
  for each row when (old.cleaner_id is distinct from new.cleaner_id) execute function assign_cleaner();

-- The stays of before this release; nobody is mailed about them.
select keep_turnovers(property_id, array_agg(checkin), array_agg(checkout))
from real_stays where checkout >= today_at_property() group by property_id order by property_id;

-- What changed for a cleaner since the last mail: the turnover of a home and day as it was for them, null where there was none.
-- Without references: what is gone is reported, too.
create table turnover_changes (
  id uuid primary key default gen_random_uuid(),
  cleaner_id uuid not null,
  property_id uuid not null,
  departs_on date not null,
  before jsonb,
  created_at timestamptz not null default clock_timestamp()
);
create index turnover_changes_cleaner on turnover_changes (cleaner_id, created_at);

create function turnover_facts(turnover turnovers) returns jsonb language sql immutable as $$
  select jsonb_build_object('arrivesOn', turnover.arrives_on, 'guests', turnover.guests, 'pets', turnover.pets, 'note', turnover.note)
$$;

create function log_turnover_change() returns trigger language plpgsql as $$
begin
  -- A backup that is restored brings its rows, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  if tg_op <> 'INSERT' and old.cleaner_id is not null and old.status <> 'done' then
    insert into turnover_changes (cleaner_id, property_id, departs_on, before)
    values (old.cleaner_id, old.property_id, old.departs_on, turnover_facts(old));
  end if;
  if tg_op <> 'DELETE' and new.cleaner_id is not null and new.status <> 'done'
    and (tg_op = 'INSERT' or old.status = 'done' or (old.cleaner_id, old.property_id, old.departs_on)
      is distinct from (new.cleaner_id, new.property_id, new.departs_on)) then
    insert into turnover_changes (cleaner_id, property_id, departs_on)
    values (new.cleaner_id, new.property_id, new.departs_on);
  end if;
  return null;
end $$;
create trigger log_added after insert or delete on turnovers for each row execute function log_turnover_change();
create trigger log_changed after update on turnovers
  for each row when ((old.cleaner_id, old.property_id, old.departs_on, turnover_facts(old))
    is distinct from (new.cleaner_id, new.property_id, new.departs_on, turnover_facts(new))
    or old.status = 'done' and new.status <> 'done') execute function log_turnover_change();

-- The pictures that cleaners sent; only these may stand in a report.
create table cleaning_photos (
  media_url text primary key,
  cleaner_id uuid not null references cleaners (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index cleaning_photos_cleaner on cleaning_photos (cleaner_id);

-- What a report of a cleaner was answered, by its Idempotency-Key.
create table turnover_reports (
  turnover_id uuid not null references turnovers (id) on delete cascade,
  idempotency_key text not null,
  answer jsonb not null,
  created_at timestamptz not null default now(),
  primary key (turnover_id, idempotency_key)
);
