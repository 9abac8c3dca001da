-- A site is closed until its hosts open it; one that existed before is open.

alter table site_settings
  add column opened_at timestamptz,
  add column closed_note text not null default '' check (char_length(closed_note) <= 300),
  add column legal_name text not null default '',
  add column legal_address text not null default '';
update site_settings set opened_at = now();
