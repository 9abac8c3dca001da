-- Covers and tags of posts, the addresses posts had before, and what is being written.

alter table blog_posts
  add column cover_image_url text not null default '',
  add column tags text[] not null default '{}',
  add constraint blog_posts_slug_is_no_page check (slug not in ('new', 'edit'));

-- Where a published post could be found before its slug changed, whoever changed it.
create table blog_former_slugs (
  slug text primary key,
  post_id uuid not null references blog_posts (id) on delete cascade,
  created_at timestamptz not null default now()
);
create index blog_former_slugs_post on blog_former_slugs (post_id);

create function keep_former_slug() returns trigger language plpgsql as $$
begin
  delete from blog_former_slugs where slug = new.slug;
  if tg_op = 'UPDATE' and old.slug <> new.slug and old.published_at is not null then
    insert into blog_former_slugs (slug, post_id) values (old.slug, new.id)
    on conflict (slug) do update set post_id = excluded.post_id, created_at = now();
  end if;
  return null;
end $$;

create trigger keep_former_slug after insert or update of slug on blog_posts
  for each row execute function keep_former_slug();

-- What a host has typed and not yet saved: one draft for each post, and one for a new post.
create table blog_drafts (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  post_id uuid references blog_posts (id) on delete cascade,
  base_version text,
  content jsonb not null,
  saved_at timestamptz not null,
  unique nulls not distinct (user_id, post_id)
);
create index blog_drafts_post on blog_drafts (post_id);
