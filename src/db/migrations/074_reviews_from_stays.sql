-- Reviews of stays, which their guests write through a link, beside the examples that are there today.
alter table reviews
  add column subject text not null default 'home' check (subject in ('home', 'hosts')),
  add column kind text not null default 'example' check (kind in ('stay', 'example')),
  add column booking_id uuid unique references bookings (id),
  -- The home of the stay, by triggers: a home has thousands of reviews, and its page sums them up.
  add column property_id uuid,
  add column stay_month text check (stay_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  add column private_note text not null default '',
  add column published_at timestamptz,
  add column edited_at timestamptz,
  add column hidden_at timestamptz,
  add column hidden_reason text
    check (hidden_reason in ('names_a_person', 'abusive', 'not_about_the_stay', 'proven_false', 'asked_by_author')),
  add column reply text not null default '',
  add column replied_at timestamptz,
  add constraint reviews_stay_has_booking check ((kind = 'stay') = (booking_id is not null)),
  add constraint reviews_hidden_with_reason check ((hidden_at is null) = (hidden_reason is null));

create function set_review_stay() returns trigger language plpgsql as $$
begin
  select property_id, to_char(checkin, 'YYYY-MM'), coalesce(new.published_at, now())
    into new.property_id, new.stay_month, new.published_at
  from bookings where id = new.booking_id;
  return new;
end $$;
create trigger set_stay before insert or update of booking_id on reviews
  for each row when (new.booking_id is not null) execute function set_review_stay();
alter table reviews enable always trigger set_stay;

create index reviews_of_home on reviews (property_id, published_at desc, id desc) where kind = 'stay';
create index reviews_of_home_by_stars on reviews (property_id, rating, published_at desc, id desc) where kind = 'stay';
create index reviews_newest on reviews (published_at desc, id desc) where kind = 'stay';
create index reviews_by_stars on reviews (rating) where kind = 'stay';
create index reviews_waiting on reviews (published_at desc, id desc)
  where kind = 'stay' and reply = '' and hidden_at is null;
create index reviews_replied on reviews (replied_at desc, id desc) where kind = 'stay' and reply <> '';
create index reviews_hidden on reviews (hidden_at desc, id desc) where hidden_at is not null;
create index reviews_examples on reviews (position, id) where kind = 'example';

-- Whom to ask for a review, and when: one for each confirmed stay that is not over.
create table review_requests (
  booking_id uuid primary key references bookings (id) on delete cascade,
  due_at timestamptz not null,
  sent_at timestamptz,
  reminded_at timestamptz,
  -- SHA-256 of the token in the link, which is derived from the booking; null until a job has written it.
  token_hash bytea unique,
  -- Whether a mail may still go out.
  is_open boolean not null default true
);
create index review_requests_to_send on review_requests (due_at) where sent_at is null and is_open;
create index review_requests_to_remind on review_requests (sent_at)
  where sent_at is not null and reminded_at is null and is_open;
create index review_requests_sent on review_requests (sent_at desc) where sent_at is not null;
create index review_requests_without_token on review_requests (booking_id) where token_hash is null;

create function review_due_at(checkout date) returns timestamptz language sql stable as $$
  select (checkout + 1 + time '10:00') at time zone 'America/Chicago'
$$;

-- Called for a stay that was confirmed or moved.
create function plan_review_request() returns trigger language plpgsql as $$
begin
  -- A backup that is restored brings its requests, too.
  if current_setting('pcb.restoring', true) = 'on' then
    return null;
  end if;
  update review_requests set due_at = review_due_at(new.checkout)
  where booking_id = new.id and sent_at is null;
  if not found and new.checkout >= (now() at time zone 'America/Chicago')::date then
    insert into review_requests (booking_id, due_at) values (new.id, review_due_at(new.checkout))
    on conflict (booking_id) do nothing;
  end if;
  return null;
end $$;
create trigger plan_review_of_added after insert on bookings
  for each row when (new.status = 'confirmed') execute function plan_review_request();
create trigger plan_review_of_changed after update of status, checkout on bookings
  for each row when (new.status = 'confirmed' and (old.status <> new.status or old.checkout <> new.checkout))
  execute function plan_review_request();

-- The home and the month of a review are those of its stay.
create function follow_reviewed_stay() returns trigger language plpgsql as $$
begin
  update reviews set property_id = new.property_id, stay_month = to_char(new.checkin, 'YYYY-MM')
  where booking_id = new.id;
  return null;
end $$;
create trigger follow_review after update of property_id, checkin on bookings
  for each row when (old.property_id <> new.property_id or old.checkin <> new.checkin)
  execute function follow_reviewed_stay();

-- A guest who deleted their account is asked no more, and what they wrote to the hosts alone goes; what they published stays,
-- under the name that they chose for it.
create function anonymize_review() returns trigger language plpgsql as $$
begin
  delete from review_requests where booking_id = new.id;
  update audit_log set before = before - 'private_note', after = after - 'private_note'
  where table_name = 'reviews' and row_id in (select id::text from reviews where booking_id = new.id);
  update reviews set private_note = '' where booking_id = new.id and private_note <> '';
  return null;
end $$;
create trigger anonymize_review after update of email on bookings
  for each row when (new.email = 'deleted@account.invalid' and old.email <> new.email)
  execute function anonymize_review();

-- Stays that ended before this release are not asked about.
insert into review_requests (booking_id, due_at)
select id, review_due_at(checkout) from bookings
where status = 'confirmed' and email <> 'deleted@account.invalid'
  and checkout >= (now() at time zone 'America/Chicago')::date;

-- The words about the hosts that the hosts page told stand where the invented reviews of the seed do.
insert into reviews (id, subject, guest_name, rating, review_html, position)
select last.id + example.at, 'hosts', example.name, 5, example.html, example.at - 1
from (values
  (1, 'Rachel T.', '<p>Our flight was canceled and we arrived at two in the morning. Marisol had left the porch light on and milk in the fridge for the little one. Who does that?</p>'),
  (2, 'Anthony B.', '<p>I asked Daniel where to fish with my son. He drew us a map, lent us two rods and knocked the next day to see what we had caught.</p>'),
  (3, 'Josephine K.', '<p>They remembered from last year that my mother needs a chair with arms. It was there before we were. We will keep coming back to these two.</p>')
) as example (at, name, html),
(select greatest((select max(id) from reviews),
  (select max(row_id::bigint) from deleted_rows where table_name = 'reviews'))::int as id) as last
where exists (select from reviews where guest_name = 'Megan' and review_html like '<p>We could hear the waves%');
