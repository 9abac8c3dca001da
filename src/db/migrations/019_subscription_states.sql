-- A subscription whose renewal was not paid, or that is paused, is not active.
alter table purchases drop constraint purchases_status_check;
alter table purchases add constraint purchases_status_check
  check (status in ('active', 'past_due', 'paused', 'refunded', 'ended'));

-- How far the card provider's events have been followed; one row.
create table provider_event_sync (
  id boolean primary key default true check (id),
  synced_until timestamptz not null
);

-- Until now a subscription counted as paid up to the end of its current period, paid or not. Its events are followed once
-- more, which brings what is recorded of it to where its invoices are.
delete from webhook_events where type like 'customer.subscription.%';
