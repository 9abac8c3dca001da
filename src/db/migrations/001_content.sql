-- What guests read and hosts edit. Small integers where the specification fixes them, UUIDs elsewhere.

create table site_settings (
  id integer primary key check (id = 1),
  business_name text not null,
  town text not null,
  phone text not null,
  email text not null,
  video_url text not null default '',
  video_headline text not null default '',
  video_poster_url text not null default '',
  banner_url text not null default '',
  map_query text not null default '',
  map_picture_url text not null default '',
  guest_experience_host_picture_url text not null default '',
  property_manager_host_picture_url text not null default '',
  review_rating numeric(3, 2) not null check (review_rating between 0 and 5),
  review_count integer not null check (review_count >= 0),
  social_facebook_url text not null default '',
  social_instagram_url text not null default '',
  social_tiktok_url text not null default '',
  terms_url text not null default '',
  privacy_url text not null default '',
  credit_label text not null default '',
  credit_url text not null default '',
  copyright_year integer not null,
  updated_at timestamptz not null default now()
);

create table media (
  id uuid primary key,
  kind text not null check (kind in ('image', 'video', 'file')),
  alt text not null default '',
  width integer check (width > 0),
  height integer check (height > 0),
  widths integer[] not null default '{}',
  blur_data_url text not null default '',
  type text not null,
  size_bytes bigint not null check (size_bytes >= 0),
  original_name text not null,
  created_at timestamptz not null default now()
);

create table properties (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$'),
  title text not null check (char_length(title) between 1 and 200),
  description text not null,
  images text[] not null default '{}',
  guests integer not null check (guests between 1 and 20),
  beds integer not null check (beds >= 0),
  baths integer not null check (baths >= 0),
  price_preview text not null,
  is_coming_soon boolean not null default false,
  is_listed boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

create table amenities (
  id integer primary key check (id between 1 and 998),
  name text not null,
  icon_url text not null default '',
  description text not null default '',
  position integer not null default 0
);

create table reviews (
  id integer primary key,
  guest_name text not null,
  guest_photo_url text not null default '',
  rating integer not null check (rating between 1 and 5),
  review_html text not null,
  position integer not null default 0
);

create table products (
  id uuid primary key,
  property_id uuid references properties (id) on delete set null,
  name text not null check (char_length(name) between 1 and 200),
  description text not null default '',
  images text[] not null default '{}',
  price_cents integer not null check (price_cents >= 50),
  currency text not null check (currency ~ '^[a-z]{3}$'),
  billing_type text not null check (billing_type in ('one_time', 'recurring')),
  billing_period text check (billing_period in ('day', 'week', 'month', 'year')),
  is_listed boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  check ((billing_type = 'recurring') = (billing_period is not null))
);
create index products_property on products (property_id);

create table blog_posts (
  id uuid primary key,
  slug text not null unique check (slug ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and char_length(slug) <= 100),
  title text not null check (char_length(title) between 1 and 200),
  summary text check (char_length(summary) <= 500),
  html_rich_text text not null,
  author text not null default 'PCB Beach Rentals' check (char_length(author) <= 100),
  published_at timestamptz,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index blog_posts_newest on blog_posts (published_at desc);

-- Every process drops its rendered pages when one of these tables changes, whoever changed it.
create function announce_content_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('content_changed', tg_table_name);
  return null;
end $$;

do $$
declare content_table text;
begin
  foreach content_table in array array[
    'site_settings', 'media', 'properties', 'amenities', 'reviews', 'products', 'blog_posts'
  ] loop
    execute format(
      'create trigger announce_change after insert or update or delete or truncate on %I
       for each statement execute function announce_content_change()', content_table);
  end loop;
end $$;
