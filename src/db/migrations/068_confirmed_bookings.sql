-- The hosts' figures ask of each charge of a month whether its booking is confirmed: from this index, without the bookings' rows.
create index bookings_confirmed on bookings (id) where status = 'confirmed';

-- Guests who have not been told how to get in, by the days of their stay: by the first day alone, every stay to come was read.
drop index bookings_arrival;
create index bookings_arrival on bookings using gist (daterange(checkin, checkout, '[]'))
  where status = 'confirmed' and arrival_sent_at is null;
