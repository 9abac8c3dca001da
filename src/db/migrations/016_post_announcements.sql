-- Up to when every process was told of the posts whose time had come; one row, so that a late run misses none.
create table post_announcements (
  id integer primary key default 1 check (id = 1),
  announced_until timestamptz not null
);
insert into post_announcements (announced_until) values (now());
