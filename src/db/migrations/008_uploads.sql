-- Uploads: a picture can be shown in one size at once, and in all its sizes when the queue has made them.

alter table media
  add column status text not null default 'ready' check (status in ('processing', 'ready', 'failed')),
  add column problem text not null default '',
  -- The last part of the URL of a video or a file; a picture has one for each size.
  add column file_name text not null default '',
  add column uploaded_by uuid references users (id) on delete set null;

update media set file_name = 'tour.mp4' where kind = 'video';

create index media_newest on media (created_at desc, id desc);
create index media_uploaded_by on media (uploaded_by);
