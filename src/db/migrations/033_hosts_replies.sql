-- What hosts are shown until it is settled.
create index booking_events_unsettled on booking_events (booking_id, id) where event in ('disputed', 'refund_failed');
