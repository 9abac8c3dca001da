-- Cards of homes name the lowest price where their hosts wrote none: cached pages follow the rates.

create trigger announce_change after insert or update or delete or truncate on rates
  for each statement execute function notify_content_changed();
