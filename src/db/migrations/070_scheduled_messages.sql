-- Messages that go out by themselves: rules of the hosts, and for each confirmed stay what they send and when.

alter table message_templates
  -- Empty: the name.
  add column subject text not null default '' check (char_length(subject) <= 200);

create table message_rules (
  id uuid primary key default gen_random_uuid(),
  name text not null check (char_length(name) between 1 and 100),
  -- A rule goes with its template.
  template_id uuid not null references message_templates (id) on delete cascade,
  event text not null default 'arrival' check (event in ('booked', 'arrival', 'departure')),
  offset_days integer not null default 0 check (offset_days between -365 and 365),
  at_time text not null default '10:00' check (at_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  property_id uuid references properties (id) on delete cascade,
  when_late text not null default 'send' check (when_late in ('send', 'skip')),
  only_if_paid boolean not null default false,
  is_active boolean not null default true,
  -- Since when it is as it is: moments before are not sent.
  effective_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  constraint message_rules_after_booking check (event <> 'booked' or offset_days >= 0)
);
create index message_rules_template on message_rules (template_id);
create index message_rules_property on message_rules (property_id);

create table scheduled_messages (
  id uuid primary key default gen_random_uuid(),
  -- Of a rule that may be deleted, and come back out of the trash: what it sent stays sent.
  rule_id uuid not null,
  booking_id uuid not null references bookings (id) on delete cascade,
  -- Checks and late bookings move it; what the rule says is `planned_for`.
  due_at timestamptz not null,
  planned_for timestamptz not null,
  status text not null default 'planned' check (status in ('planned', 'sent', 'skipped', 'cancelled')),
  reason text check (reason in ('late', 'by_host', 'not_paid', 'no_address', 'stay_cancelled', 'rule_off',
    'rule_deleted', 'other_home', 'moment_over')),
  -- As it was sent.
  subject text not null default '',
  sent_at timestamptz,
  -- Of one that waits for the payment: the check-out.
  waits_until date,
  -- In the guest's conversation; it has the same id.
  message_id uuid,
  constraint scheduled_messages_once unique (booking_id, rule_id),
  constraint scheduled_messages_sent check ((status = 'sent') = (sent_at is not null))
);
create index scheduled_messages_due on scheduled_messages (due_at, id) where status = 'planned' and reason is null;
create index scheduled_messages_waiting on scheduled_messages (waits_until)
  where status = 'planned' and reason = 'not_paid';
create index scheduled_messages_rule on scheduled_messages (rule_id, booking_id) where status = 'planned';
create index scheduled_messages_forecast on scheduled_messages (due_at, id);

-- What the next run of the job plans: stays and rules that changed. Rows are only added and deleted, so that nobody waits here.
create table message_planning (
  id bigint generated always as identity primary key,
  booking_id uuid,
  rule_id uuid,
  -- When a stay that was confirmed before got other nights or another home.
  moved_at timestamptz,
  check (num_nonnulls(booking_id, rule_id) = 1)
);

create function plan_messages_of_booking() returns trigger language plpgsql as $$
begin
  -- A backup that is restored brings what was planned, too; here as below.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  insert into message_planning (booking_id, moved_at)
  values (new.id, case when tg_op = 'UPDATE' and old.status = 'confirmed'
    and (old.checkin, old.checkout, old.property_id) is distinct from (new.checkin, new.checkout, new.property_id)
    then clock_timestamp() end);
  return null;
end $$;
create trigger plan_messages after insert on bookings
  for each row when (new.status = 'confirmed') execute function plan_messages_of_booking();
create trigger plan_messages_again after update on bookings
  for each row when ('confirmed' in (old.status, new.status)
    and (old.status, old.checkin, old.checkout, old.property_id, old.confirmed_at, old.open_cents = 0)
      is distinct from (new.status, new.checkin, new.checkout, new.property_id, new.confirmed_at, new.open_cents = 0))
  execute function plan_messages_of_booking();

-- Whoever is taken out of a booking is taken out of the subjects of what was sent, also in its history; other mails name no guest there.
create function anonymize_scheduled_messages() returns trigger language plpgsql as $$
begin
  update scheduled_messages set subject = '' where booking_id = new.id and subject <> '';
  update booking_events set details = details - 'subject'
  where booking_id = new.id and event = 'mail_queued' and details ? 'message' and details ? 'subject';
  return null;
end $$;
create trigger anonymize_scheduled_messages after update of email on bookings
  for each row when (new.email = 'deleted@account.invalid') execute function anonymize_scheduled_messages();

create function date_message_rule() returns trigger language plpgsql as $$
begin
  if current_setting('pcb.restoring', true) is distinct from 'on' then
    new.effective_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger date_rule before insert on message_rules for each row execute function date_message_rule();
create trigger date_rule_again before update on message_rules
  for each row when ((old.event, old.offset_days, old.at_time, old.property_id, old.is_active)
    is distinct from (new.event, new.offset_days, new.at_time, new.property_id, new.is_active))
  execute function date_message_rule();

create function plan_messages_of_rule() returns trigger language plpgsql as $$
begin
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  insert into message_planning (rule_id) values (coalesce(new.id, old.id));
  return null;
end $$;
create trigger plan_messages after insert or update or delete on message_rules
  for each row execute function plan_messages_of_rule();

-- Confirmed stays by what rules count from.
create index bookings_confirmed_at on bookings (confirmed_at) where status = 'confirmed';
create index bookings_confirmed_checkout on bookings (checkout) where status = 'confirmed';

-- Hosts who have not changed the template of before get what it lacks.
update message_templates
set subject = 'Your stay at {home} begins soon',
  text = text || E'\n\nAll about the home: {guide}\nYour trip page, for questions and changes: {trip}'
where name = 'Before you arrive'
  and text = E'Hello {guest},\n\nwe are looking forward to your stay at {home}, {dates}. The full address and how to come in reach you three days before you arrive. When do you plan to be there?';

insert into message_templates (name, subject, text, position)
select name, subject, text, position from (values
  ('Thank you', 'Thank you for booking {home}',
    E'Hello {guest},\n\nthank you for booking {home} with us, {dates}. All is set for your stay.\n\nYour trip page has everything in one place: {trip}\n\nSee you at the beach!', 10),
  ('Before you arrive', 'Your stay at {home} begins soon',
    E'Hello {guest},\n\nwe are looking forward to your stay at {home}, {dates}. The full address and how to come in reach you three days before you arrive. When do you plan to be there?\n\nAll about the home: {guide}\nYour trip page, for questions and changes: {trip}', 11),
  ('Is everything right?', 'Is everything right at {home}?',
    E'Good morning {guest},\n\nwe hope you slept well. Is everything right at {home}? If anything is missing or not as it should be, answer this mail and we take care of it today.\n\nAll about the home: {guide}', 12),
  ('Leaving tomorrow', 'Leaving {home} tomorrow',
    E'Hello {guest},\n\ntomorrow is the day: please leave {home} by {checkout_time}, so that it is ready for the next guests. Start the dishwasher, take the trash out and lock the door; that is all.\n\nThank you for staying with us. Safe travels, and come back soon!', 13)
) as seeded (name, subject, text, position)
where name <> 'Before you arrive' or not exists (select from message_templates where message_templates.name = seeded.name);

insert into message_rules (name, template_id, event, offset_days, at_time, when_late, is_active)
select seeded.name, template.id, event, offset_days, at_time, when_late, is_active
from (values
  ('Thank you', 'booked', 0, '10:00', 'send', false),
  ('Before you arrive', 'arrival', -7, '10:00', 'skip', true),
  ('Is everything right?', 'arrival', 1, '09:30', 'send', false),
  ('Leaving tomorrow', 'departure', -1, '17:00', 'send', false)
) as seeded (name, event, offset_days, at_time, when_late, is_active)
cross join lateral (
  select id from message_templates where message_templates.name = seeded.name order by position desc limit 1
) as template;
