-- A page for each home: what it says beside the card, who waits for a home to open, and addresses that moved.

alter table properties
  add column home_type text not null default 'House' check (home_type in ('House', 'Apartment', 'Villa')),
  add column amenities text not null default '',
  add column sleeping text not null default '',
  add column house_rules text not null default '',
  add column check_in_from text not null default '16:00'
    check (check_in_from ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column check_out_until text not null default '10:00'
    check (check_out_until ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  add column address text not null default '',
  add column locality text not null default '',
  add column latitude double precision check (latitude between -90 and 90),
  add column longitude double precision check (longitude between -180 and 180),
  add column map_query text not null default '',
  add column share_description text not null default '';

-- Who wants to hear when a home can be booked. Leaving the list deletes the row.
create table notify_requests (
  id uuid primary key,
  property_id uuid not null references properties (id) on delete cascade,
  email text not null check (char_length(email) <= 254),
  created_at timestamptz not null default now(),
  notified_at timestamptz,
  unique (property_id, email)
);
create index notify_requests_email on notify_requests (email);

-- Addresses that moved, on this site alone.
create table redirects (
  id uuid primary key,
  from_path text not null unique
    check (from_path ~ '^/[^?#[:space:]]+$' and char_length(from_path) <= 250
           and from_path !~ '^/(api|admin|assets|media|embed|share)(/|$)'),
  to_path text not null
    check (to_path ~ '^/([^/\\[:space:]][^\\[:space:]]*)?$' and char_length(to_path) <= 250),
  status text not null default '301' check (status in ('301', '308')),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint redirects_lead_elsewhere check (from_path <> to_path)
);

create function refuse_redirect_loop() returns trigger language plpgsql as $$
begin
  -- Two hosts who each add one half of a loop are made to take turns.
  perform pg_advisory_xact_lock(hashtextextended('redirects', 0));
  if exists (
    with recursive way (place) as (
      select split_part(split_part(new.to_path, '#', 1), '?', 1)
      union
      select split_part(split_part(redirects.to_path, '#', 1), '?', 1)
      from way join redirects on redirects.from_path = way.place and redirects.id <> new.id
    )
    select from way where place = new.from_path
  ) then
    raise check_violation using
      message = 'This redirect would lead back to where it begins',
      constraint = 'redirects_lead_elsewhere';
  end if;
  return new;
end $$;

create trigger refuse_loop before insert or update on redirects
  for each row execute function refuse_redirect_loop();

create trigger announce_change after insert or update or delete or truncate on redirects
  for each statement execute function announce_content_change();
