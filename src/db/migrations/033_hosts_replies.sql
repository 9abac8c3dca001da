-- What hosts are shown until it is settled.
create index booking_events_unsettled on booking_events (booking_id, id) where event in ('disputed', 'refund_failed');

-- Hosts answer from their own mail program, too, each conversation at an address that only they are given.
alter table threads
  add column host_reply_token text not null unique default replace(gen_random_uuid()::text, '-', '');

-- `unverified`: a mail to that address which was not passed on to the guest, and why not.
alter table messages
  add column problem text not null default '',
  drop constraint messages_direction_check,
  add constraint messages_direction_check check (direction in ('in', 'out', 'auto', 'unverified'));
