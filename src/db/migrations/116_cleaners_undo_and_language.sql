-- A cleaner takes "Done" back within ten minutes, and reads her page in her language.

alter table cleaners add column language text not null default 'en' check (language in ('en', 'es'));

-- What a report of "Done" replaced, until anything else is reported or set; and when it was last taken back.
alter table turnovers
  add column before_done jsonb,
  add column undone_at timestamptz;
