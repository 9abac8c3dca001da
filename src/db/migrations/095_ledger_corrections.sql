-- A row of the ledger stays as it is: the report of a month that is over never changes. A refund that a bank sends back, and a
-- dispute that is won after it was lost, are corrected by a row of the opposite sign, in the month in which that happens.

alter table payments
  -- The `stripe_id` of the refund or dispute whose amount this row corrects.
  add column corrects text references payments (stripe_id),
  drop constraint payments_amount_cents_check,
  drop constraint payments_provider,
  add constraint payments_amount check (case when corrects is null then amount_cents > 0 else amount_cents <> 0 end),
  add constraint payments_provider check (
    case method when 'elsewhere' then corrects is null else num_nonnulls(stripe_id, corrects) = 1 end
  ),
  add constraint payments_corrects check (corrects is null or kind <> 'charge');
create index payments_corrects on payments (corrects) where corrects is not null;

create function reject_ledger_change() returns trigger language plpgsql as $$
begin
  if current_setting('pcb.restoring', true) = 'on' then return null; end if;
  raise exception 'A row of the ledger is neither deleted nor changed: add one that corrects it'
    using errcode = 'restrict_violation';
end $$;
create trigger append_only before delete or update on payments
  for each statement execute function reject_ledger_change();
