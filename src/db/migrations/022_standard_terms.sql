-- Tables, columns and functions take the field's standard terms.

alter table row_history rename to audit_log;
alter table audit_log rename column by_user_id to actor_id;
alter table audit_log rename column by_email to actor_email;
alter table audit_log rename column at to created_at;
alter table audit_log rename column row to after;
alter index row_history_pkey rename to audit_log_pkey;
alter index row_history_of_row rename to audit_log_of_row;
alter index row_history_email rename to audit_log_email;
alter index row_history_email_before rename to audit_log_email_before;
alter index row_history_author rename to audit_log_actor;

alter table trash rename to deleted_rows;
alter table deleted_rows rename column detached to cleared_references;
alter index trash_pkey rename to deleted_rows_pkey;
alter index trash_newest rename to deleted_rows_newest;
alter index trash_expired rename to deleted_rows_expired;

alter table notify_requests rename to waitlist_entries;
alter index notify_requests_email rename to waitlist_entries_email;
alter table waitlist_entries rename constraint notify_requests_pkey to waitlist_entries_pkey;
alter table waitlist_entries rename constraint notify_requests_property_id_email_key to waitlist_entries_property_id_email_key;
alter table waitlist_entries rename constraint notify_requests_property_id_fkey to waitlist_entries_property_id_fkey;

alter table visit_days rename to daily_visits;
alter table visit_salts rename to daily_salts;
alter table visitors_today rename to daily_visitors;

alter table blog_former_slugs rename to blog_slug_history;
alter index blog_former_slugs_post rename to blog_slug_history_post;
alter function keep_former_slug() rename to record_old_slug;
alter trigger keep_former_slug on blog_posts rename to record_old_slug;
create or replace function record_old_slug() returns trigger language plpgsql as $$
begin
  delete from blog_slug_history where slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.published_at is not null then
    insert into blog_slug_history (slug, post_id) values (old.slug, new.id)
    on conflict (slug) do update set post_id = excluded.post_id, created_at = now();
  end if;
  return null;
end $$;

alter table oauth_flows rename to oauth_requests;
alter table oauth_requests rename column browser_hash to binding_hash;
alter index oauth_flows_expires rename to oauth_requests_expires;
alter table passkey_challenges rename to webauthn_challenges;
alter table webauthn_challenges rename column browser_hash to binding_hash;
alter index passkey_challenges_expires rename to webauthn_challenges_expires;
alter table login_codes rename column browser_hash to binding_hash;
alter table login_codes rename column guesses_allowed to max_attempts;
alter table login_codes rename column wrong_guesses to failed_attempts;
alter table sessions rename column client_address to network;
alter table sessions rename column confirmed_at to authenticated_at;

alter table checkouts rename column request_key to idempotency_key;
alter table checkouts rename column checked_at to last_checked_at;
alter table checkouts drop constraint checkouts_status_check, drop constraint checkouts_check;
drop index checkouts_unsettled;
update checkouts set status = 'pending' where status = 'opening';
alter table checkouts
  alter column status set default 'pending',
  add constraint checkouts_status_check check (status in ('pending', 'open', 'complete', 'expired', 'failed')),
  add constraint checkouts_session_check check (status in ('pending', 'failed') or stripe_session_id is not null);
create index checkouts_unsettled on checkouts (created_at) where status in ('pending', 'open');

alter table media rename column problem to error;

alter function announce_content_change() rename to notify_content_changed;
alter function refuse_redirect_loop() rename to reject_redirect_loop;
alter function lead_on_from_former_stay() rename to redirect_old_property_slug;
alter trigger lead_on_from_former_stay on properties rename to redirect_old_property_slug;

-- What names these tables and columns in data follows.
update audit_log set table_name = 'waitlist_entries' where table_name = 'notify_requests';
update deleted_rows set table_name = 'waitlist_entries' where table_name = 'notify_requests';
update saved_views set table_name = 'waitlist_entries' where table_name = 'notify_requests';
update deleted_rows set cleared_references =
  replace(cleared_references::text, '"table": "notify_requests"', '"table": "waitlist_entries"')::jsonb
where cleared_references::text like '%"table": "notify_requests"%';
update deleted_rows set row = row - 'problem' || jsonb_build_object('error', row -> 'problem')
where table_name = 'media' and row ? 'problem';
update audit_log set after = after - 'problem' || jsonb_build_object('error', after -> 'problem')
where table_name = 'media' and after ? 'problem';
update audit_log set before = before - 'problem' || jsonb_build_object('error', before -> 'problem')
where table_name = 'media' and before ? 'problem';
-- Encoded as in an address: only names of columns, neither a searched text nor a condition's value.
update saved_views set query = regexp_replace(query,
  '(?<=(^|&)(sort=|columns=([^&]*%2C)?))problem(?=%3A|%2C|&|$)|(?<=(^|&)filters=[^&]*%22)problem(?=%22%3A)', 'error', 'g')
where table_name = 'media';

-- Rows are no longer counted by triggers: totals are exact to 10,000 and estimated above.
drop function count_rows() cascade;
drop table row_counts;
