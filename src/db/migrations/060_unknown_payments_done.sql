-- Payments of bookings that are not in the books leave Today when a host has dealt with them: who, when, and what was done.
alter table unknown_payments
  add column done_at timestamptz,
  add column done_by uuid references users (id) on delete set null,
  add column done_note text not null default '',
  add check (done_at is not null or (done_by is null and done_note = '')),
  -- The provider's, of the newest dispute about it.
  add column dispute_id text,
  add column dispute_status text,
  add check ((dispute_id is null) = (dispute_status is null));
