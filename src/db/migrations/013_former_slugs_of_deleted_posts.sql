-- The addresses a post had before stay written down while it lies in the trash, and lead to it again when it comes back.
-- One that another post takes meanwhile is that post's: the trigger `keep_former_slug` sees to it.
alter table blog_former_slugs drop constraint blog_former_slugs_post_id_fkey;
