-- What guests may add to a stay, and what was added to each: ordered by its guest or charged by hosts.

create table extras (
  id uuid primary key default gen_random_uuid(),
  property_id uuid references properties (id) on delete cascade,
  label text not null check (char_length(label) between 2 and 80),
  description text not null default '' check (char_length(description) <= 300),
  kind text not null default 'per_stay'
    check (kind in ('per_stay', 'per_night', 'per_guest', 'per_guest_per_night', 'per_item')),
  amount_cents integer not null check (amount_cents between 1 and 10000000),
  is_taxed boolean not null default true,
  max_quantity integer not null default 1 check (max_quantity between 1 and 20),
  offered text not null default 'both' check (offered in ('booking', 'trip', 'both')),
  moment text not null default 'none' check (moment in ('none', 'early_check_in', 'late_check_out')),
  clock_time text check (clock_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  needs_approval boolean not null default false,
  last_days integer not null default 1 check (last_days between 0 and 60),
  is_active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint extras_quantity check (max_quantity = 1 or kind = 'per_item'),
  constraint extras_moment check ((moment = 'none') = (clock_time is null)),
  constraint extras_approval check (needs_approval or moment = 'none')
);
comment on table extras is 'What guests may add to a stay; never part of its first price.';
comment on constraint extras_quantity on extras is 'Pieces alone are ordered several at a time.';
comment on constraint extras_moment on extras is 'An early check-in or late check-out names its time, nothing else does.';
comment on constraint extras_approval on extras is 'Hosts decide about every early check-in and late check-out.';
create index extras_property on extras (property_id);

create function complete_extra() returns trigger language plpgsql as $$
begin
  if new.kind <> 'per_item' then new.max_quantity := 1; end if;
  if new.moment = 'none' then new.clock_time := null; else new.needs_approval := true; end if;
  return new;
end $$;
create trigger complete_extra before insert or update on extras for each row execute function complete_extra();
comment on function complete_extra() is 'Sets what follows from the kind and the moment of an extra: one piece, no time, approval by hosts.';

create table booking_extras (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null references bookings (id) on delete cascade,
  -- Null: a charge by hosts.
  extra_id uuid references extras (id) on delete restrict,
  label text not null check (char_length(label) between 2 and 80),
  quantity integer not null default 1 check (quantity between 1 and 20),
  amount_cents bigint not null check (amount_cents >= 0),
  status text not null
    check (status in ('included', 'asked', 'open', 'paid', 'declined', 'withdrawn', 'refunded')),
  reason text not null default '' check (char_length(reason) <= 300),
  by text not null,
  -- The row as it was ordered: another party, other nights and the taxes follow from it.
  kind text not null default 'per_stay'
    check (kind in ('per_stay', 'per_night', 'per_guest', 'per_guest_per_night', 'per_item')),
  unit_cents integer not null check (unit_cents > 0),
  is_taxed boolean not null default true,
  moment text not null default 'none' check (moment in ('none', 'early_check_in', 'late_check_out')),
  clock_time text check (clock_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  -- How an open one is paid: with the balance that is still to come, or by itself.
  collect text check (collect in ('balance', 'link', 'card', 'elsewhere')),
  due_cents bigint not null default 0 check (due_cents >= 0),
  created_at timestamptz not null default now(),
  decided_at timestamptz,
  paid_at timestamptz,
  constraint booking_extras_moment check ((moment = 'none') = (clock_time is null)),
  constraint booking_extras_charge check (extra_id is not null or moment = 'none')
);
comment on table booking_extras is 'What was added to a booking: ordered by its guest, or charged by hosts.';
comment on column booking_extras.amount_cents is 'Of all pieces, without taxes';
comment on column booking_extras.collect is 'Null: part of the booked price';
comment on column booking_extras.due_cents is 'What an open one is paid with by itself, taxes included; 0: with the balance';
comment on constraint booking_extras_moment on booking_extras is 'An early check-in or late check-out keeps the time it was ordered with.';
comment on constraint booking_extras_charge on booking_extras is 'A charge by hosts changes no times.';
create index booking_extras_booking on booking_extras (booking_id);
create index booking_extras_extra on booking_extras (extra_id);
create index booking_extras_pending on booking_extras (created_at) where status in ('asked', 'open');

create function pay_open_extras() returns trigger language plpgsql as $$
begin
  update booking_extras set status = 'paid', paid_at = now(), due_cents = 0
  where booking_id = new.id and status = 'open';
  return null;
end $$;
create trigger pay_open_extras after update on bookings
  for each row when (new.status = 'confirmed' and new.open_cents = 0
    and (old.open_cents > 0 or new.total_cents <> old.total_cents))
  execute function pay_open_extras();
comment on function pay_open_extras() is 'Marks open extras as paid once nothing of their booking is open any more.';
