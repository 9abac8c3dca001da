-- Those who come along: each opens the stay by a secret link that says nothing of money, messages or other people's addresses.
create table booking_companions (
  id uuid primary key,
  booking_id uuid not null references bookings (id) on delete cascade,
  name text not null check (char_length(name) between 1 and 80),
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  revoked_at timestamptz
);
comment on table booking_companions is 'Those who come along with the guest of a booking, each with a secret link of their own.';
comment on column booking_companions.token_hash is 'SHA-256 of the token in the link, which one response alone has';
create index booking_companions_booking on booking_companions (booking_id);

create function log_ended_companion_link() returns trigger language plpgsql as $$
begin
  perform log_ended_access('companion_link', old.id, jsonb_build_object('revoked_at', new.revoked_at));
  return null;
end $$;
create trigger log_ended_link after update of revoked_at on booking_companions
  for each row when (old.revoked_at is null and new.revoked_at is not null) execute function log_ended_companion_link();
comment on function log_ended_companion_link() is 'Notes the link of a companion that ended, so that a restore of an older backup ends it again.';
