-- Lists, the hosts' day and the jobs read what they show, however many bookings and conversations there ever were.

-- Stays that touch some days, their check-out day included.
create index bookings_days on bookings using gist (daterange(checkin, checkout, '[]'));
create index bookings_status on bookings (status, checkin, id);
create index payment_attempts_created on payment_attempts (created_at);

create index threads_status on threads (status, last_message_at desc, id);
create index threads_unread on threads (last_message_at desc, id) where is_unread;
-- Hosts search in the inbox by home, too.
create index inquiries_home_words on inquiries using gin (property_title gin_trgm_ops);
