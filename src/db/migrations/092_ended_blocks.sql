-- A block that a channel has ended is added up by nobody, and one that moves on each day left a row a day. What stays of it are
-- the nights that are over; reservations stay with the moment of their end, as they were on the books.
create function delete_ended_block() returns trigger language plpgsql as $$
begin
  delete from channel_nights where event_id = new.event_id and kind = 'block' and ended_at is not null;
  return null;
end $$;
create trigger delete_ended_block after update of ended_at on channel_nights
  for each row when (new.kind = 'block' and new.ended_at is not null) execute function delete_ended_block();

delete from channel_nights where kind = 'block' and ended_at is not null;
