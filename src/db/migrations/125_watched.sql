-- Whether mail goes out, and whether a process works on jobs.

create table mail_health (
  is_only boolean primary key default true check (is_only),
  -- The last mail that a mail server took, and the last attempt that failed.
  sent_at timestamptz,
  failed_at timestamptz,
  -- The first attempt that failed since a mail server took one.
  failing_since timestamptz
);

-- When a process last worked on timed jobs: once a minute.
alter table installation add column worker_seen_at timestamptz;
