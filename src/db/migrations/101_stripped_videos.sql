-- Videos from whose file everything but picture and sound has been removed. One without a row was stored before that was done; a
-- job does it.
create table stripped_videos (
  media_id uuid primary key references media on delete cascade,
  stripped_at timestamptz not null
);
