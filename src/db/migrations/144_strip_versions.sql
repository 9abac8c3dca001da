-- What is stripped from videos has grown: one that an earlier release stripped still has what is stripped now. A job strips each
-- again whose version is lower than that of the program.
alter table stripped_videos add version smallint not null default 1;
comment on column stripped_videos.version is 'The version of what was stripped, `stripVersion` of the program.';
