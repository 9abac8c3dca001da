-- Conversations with guests. A thread has the id of its inquiry or booking.

create table threads (
  id uuid primary key,
  kind text not null check (kind in ('inquiry', 'booking')),
  status text not null default 'new' check (status in ('new', 'open', 'answered', 'closed')),
  -- The local part of the mail address that answers go to holds it: no upper case, which mail servers may fold.
  reply_token text not null unique default replace(gen_random_uuid()::text, '-', ''),
  is_unread boolean not null default true,
  -- Since when a guest waits for an answer; null: nobody waits.
  waiting_since timestamptz,
  alarmed_at timestamptz,
  last_message_at timestamptz not null default now(),
  created_at timestamptz not null default now()
);
create index threads_last_message on threads (last_message_at desc, id);
create index threads_waiting on threads (waiting_since) where waiting_since is not null;

create table messages (
  id uuid primary key default gen_random_uuid(),
  thread_id uuid not null references threads (id) on delete cascade,
  direction text not null check (direction in ('in', 'out', 'auto')),
  kind text not null default 'message' check (kind in ('message', 'change')),
  author text not null default '',
  author_email text not null default '',
  text text not null,
  -- With the quoted text and the signature that `text` leaves out.
  original_text text,
  attachments text[] not null default '{}',
  -- The Message-ID of the mail it came with or went out with.
  mail_id text,
  -- When our mail server took it; of messages that go out.
  sent_at timestamptz,
  -- Of the first answer: how long the guest had waited.
  waited_seconds integer check (waited_seconds >= 0),
  idempotency_key text,
  created_at timestamptz not null default now(),
  constraint messages_mail_once unique (thread_id, mail_id),
  constraint messages_key_once unique (thread_id, idempotency_key)
);
create index messages_of_thread on messages (thread_id, created_at, id);
create index messages_waited on messages (created_at) where waited_seconds is not null;

create table message_templates (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  text text not null check (char_length(text) between 1 and 5000),
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

insert into message_templates (name, text, position) values
  ('Thank you, the dates are free', E'Hello {guest},\n\nthank you for writing to us. {home} is free for your dates, {dates}. We will send you an offer with the exact price; or tell us what else you would like to know first.\n\nSee you at the beach!', 0),
  ('The dates are taken', E'Hello {guest},\n\nthank you for asking about {home}. It is booked already for {dates}. May we look for other nights for you? Tell us how flexible you are.', 1),
  ('Before you arrive', E'Hello {guest},\n\nwe are looking forward to your stay at {home}, {dates}. The full address and how to come in reach you three days before you arrive. When do you plan to be there?', 2);

-- How far the mailbox for answers has been read.
create table mailbox_positions (
  mailbox text primary key,
  uid_validity text not null default '',
  last_uid bigint not null default 0,
  last_read_at timestamptz,
  last_error text not null default ''
);

create function thread_status(inquiry_status text) returns text language sql immutable as
$$ select case inquiry_status when 'answered' then 'answered' when 'archived' then 'closed' else 'new' end $$;

create function open_inquiry_thread() returns trigger language plpgsql as $$
begin
  -- A backup that is restored brings the threads, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  insert into threads (id, kind, status, waiting_since, last_message_at, created_at)
  values (new.id, 'inquiry', thread_status(new.status), case new.status when 'new' then new.created_at end,
    new.created_at, new.created_at)
  on conflict (id) do nothing;
  if found then
    insert into messages (thread_id, direction, author, author_email, text, created_at)
    values (new.id, 'in', new.name, new.email, new.message, new.created_at);
  end if;
  return null;
end $$;
create trigger open_thread after insert on inquiries for each row execute function open_inquiry_thread();

-- Hosts may set the status in the table of inquiries, too.
create function follow_inquiry() returns trigger language plpgsql as $$
begin
  if new.status <> old.status then
    update threads set status = thread_status(new.status), alarmed_at = null,
      waiting_since = case new.status when 'new' then coalesce(waiting_since, new.created_at) end
    where id = new.id and thread_status(new.status)
      is distinct from case when status = 'open' then 'new' else status end;
  end if;
  if new.created_at <> old.created_at then
    update threads set waiting_since = new.created_at where id = new.id and waiting_since = old.created_at;
    update messages set created_at = new.created_at where thread_id = new.id and created_at = old.created_at;
  end if;
  return null;
end $$;
create trigger follow after update of status, created_at on inquiries
  for each row when ((old.status, old.created_at) is distinct from (new.status, new.created_at))
  execute function follow_inquiry();

-- Whoever is taken out of an inquiry or a booking is taken out of its thread.
create function anonymize_thread() returns trigger language plpgsql as $$
begin
  update messages set author = case direction when 'out' then author else 'Deleted account' end,
    author_email = case direction when 'out' then author_email else '' end,
    text = '', original_text = null, attachments = '{}', mail_id = null
  where thread_id = new.id;
  update threads set status = 'closed', waiting_since = null, is_unread = false where id = new.id;
  return null;
end $$;
create trigger anonymize_thread after update of email on inquiries
  for each row when (new.email = 'deleted@account.invalid') execute function anonymize_thread();
create trigger anonymize_thread after update of email on bookings
  for each row when (new.email = 'deleted@account.invalid') execute function anonymize_thread();

-- Hosts are not alarmed of what waited before they had an inbox.
insert into threads (id, kind, status, is_unread, waiting_since, alarmed_at, last_message_at, created_at)
  select id, 'inquiry', thread_status(status), status = 'new', case status when 'new' then created_at end,
    case when created_at < now() - interval '20 hours' then now() end, created_at, created_at
  from inquiries;
insert into messages (thread_id, direction, author, author_email, text, created_at)
  select id, 'in', name, email, message, created_at from inquiries;
