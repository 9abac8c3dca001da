-- Messages that nobody sent in time, and those that a restored backup had still planned, are not sent by themselves.
alter table scheduled_messages
  drop constraint if exists scheduled_messages_reason_check,
  add constraint scheduled_messages_reason_check check (reason in ('late', 'by_host', 'not_paid', 'no_address', 'stay_cancelled',
    'rule_off', 'rule_deleted', 'other_home', 'moment_over', 'too_late', 'restored'));

-- The last restore of a backup, with how much was due between the two and is not sent again: {"messages": 3, "arrivals": 1}.
-- `npm run restore` writes it, and makes the tables in databases older than this.
create table if not exists last_restore (
  id boolean primary key default true check (id),
  backup_at timestamptz not null,
  restored_at timestamptz not null default now(),
  unsent jsonb not null default '{}'
);

-- Arrivals whose mail with address and access may have been sent before a backup was restored: a host sends it.
create table if not exists withheld_arrivals (
  booking_id uuid primary key references bookings (id) on delete cascade,
  property_id uuid not null,
  checkin date not null
);

-- What gives access no more, and what holds instead: a backup from before has it still, and `npm run restore` ends it again where
-- the database that it replaces is there. It makes the table itself in databases older than this.
create table if not exists ended_access (
  kind text not null,
  -- The id of the booking, conversation, cleaner, calendar link, passkey, offer or user.
  subject text not null,
  -- Columns as they were after it; token hashes as hexadecimal digits.
  successor jsonb not null default '{}',
  ended_at timestamptz not null default clock_timestamp(),
  primary key (kind, subject)
);

create function log_ended_access(kind text, subject uuid, successor jsonb) returns void language plpgsql as $$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return;
  end if;
  insert into ended_access as stored (kind, subject, successor) values (kind, subject::text, successor)
  on conflict on constraint ended_access_pkey do update
    set successor = excluded.successor, ended_at = excluded.ended_at;
end $$;

create function log_ended_booking_link() returns trigger language plpgsql as $$
begin
  perform log_ended_access('booking_link', new.id,
    jsonb_build_object('key_version', new.key_version, 'key_hash', encode(new.key_hash, 'hex')));
  return null;
end $$;
create trigger log_ended_link after update of key_version on bookings
  for each row when (old.key_version <> new.key_version) execute function log_ended_booking_link();

create function log_ended_reply_address() returns trigger language plpgsql as $$
begin
  perform log_ended_access('reply_address', new.id,
    jsonb_build_object('reply_token', new.reply_token, 'host_reply_token', new.host_reply_token));
  return null;
end $$;
create trigger log_ended_address after update of reply_token, host_reply_token on threads
  for each row when ((old.reply_token, old.host_reply_token) <> (new.reply_token, new.host_reply_token))
  execute function log_ended_reply_address();

create function log_ended_cleaning_link() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    perform log_ended_access('cleaning_link', old.id,
      jsonb_build_object('link_version', old.link_version + 1, 'token_hash', null, 'is_active', false));
  else
    perform log_ended_access('cleaning_link', new.id,
      jsonb_build_object('link_version', new.link_version, 'token_hash', encode(new.token_hash, 'hex'), 'is_active', new.is_active));
  end if;
  return null;
end $$;
create trigger log_ended_link after update on cleaners
  for each row when ((old.link_version, old.is_active) <> (new.link_version, new.is_active)
    or old.token_hash is not null and old.token_hash is distinct from new.token_hash)
  execute function log_ended_cleaning_link();
-- The first link of a version that ended is the one that holds.
create trigger log_new_link after update of token_hash on cleaners
  for each row when (old.token_hash is null and new.token_hash is not null and new.link_version > 0)
  execute function log_ended_cleaning_link();
create trigger log_deleted after delete on cleaners for each row execute function log_ended_cleaning_link();

create function log_ended_calendar_link() returns trigger language plpgsql as $$
begin
  perform log_ended_access('calendar_link', new.id, jsonb_build_object('token', new.token));
  return null;
end $$;
create trigger log_ended_link after update of token on calendar_links
  for each row when (old.token <> new.token) execute function log_ended_calendar_link();

create function log_withdrawn_offer() returns trigger language plpgsql as $$
begin
  perform log_ended_access('offer', new.id, jsonb_build_object('withdrawn_at', new.withdrawn_at));
  return null;
end $$;
create trigger log_withdrawn after update of withdrawn_at on offers
  for each row when (old.withdrawn_at is null and new.withdrawn_at is not null) execute function log_withdrawn_offer();

create function log_deleted_access() returns trigger language plpgsql as $$
begin
  perform log_ended_access(tg_argv[0], old.id, '{}');
  return null;
end $$;
create trigger log_deleted after delete on passkeys for each row execute function log_deleted_access('passkey');
create trigger log_deleted after delete on users for each row execute function log_deleted_access('account');
