-- The home of a booking's thread: hosts search conversations by homes, and a home has had thousands of bookings.
alter table threads add column property_id uuid;

create function set_thread_property() returns trigger language plpgsql as $$
begin
  if new.kind = 'booking' then
    new.property_id := coalesce((select property_id from bookings where id = new.id), new.property_id);
  end if;
  return new;
end $$;
create trigger set_property before insert on threads for each row execute function set_thread_property();
alter table threads enable always trigger set_property;

create function follow_booking_property() returns trigger language plpgsql as $$
begin
  update threads set property_id = new.property_id where id = new.id;
  return null;
end $$;
create trigger follow_property after update of property_id on bookings
  for each row when (old.property_id <> new.property_id) execute function follow_booking_property();

update threads set property_id = bookings.property_id from bookings where bookings.id = threads.id and threads.kind = 'booking';
create index threads_property on threads (property_id, id) where property_id is not null;
