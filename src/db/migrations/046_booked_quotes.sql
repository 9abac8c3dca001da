-- Which quotes were booked stands with them, so that deleting the others need not read those.
alter table quotes add column is_booked boolean not null default false;

update quotes set is_booked = true where exists (select from bookings where bookings.quote_id = quotes.id);

create index quotes_unbooked on quotes (expires_at) where not is_booked;

create function mark_booked_quotes() returns trigger language plpgsql as $$
begin
  if tg_op <> 'DELETE' then
    update quotes set is_booked = true where id = new.quote_id and not is_booked;
  end if;
  if tg_op <> 'INSERT' and (tg_op = 'DELETE' or new.quote_id <> old.quote_id) then
    update quotes set is_booked = exists (select from bookings where quote_id = old.quote_id) where id = old.quote_id;
  end if;
  return null;
end $$;

create trigger bookings_mark_quotes after insert or delete or update of quote_id on bookings
for each row execute function mark_booked_quotes();
