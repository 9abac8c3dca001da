-- Marks the rows that the seed writes, or the migrations of a new database: nobody's until a host saves them. A database that
-- existed before has none.

do $$
declare content_table text;
begin
  foreach content_table in array array[
    'properties', 'products', 'rates', 'fees', 'taxes', 'discounts', 'blog_posts', 'guide_sections', 'pages', 'amenities',
    'message_templates', 'cancellation_policies'
  ] loop
    execute format('alter table %I add column is_example boolean not null default false', content_table);
    if not exists (select from site_settings) then
      execute format('update %I set is_example = true', content_table);
    end if;
  end loop;
end $$;
