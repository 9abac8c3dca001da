-- A home whose slug changes is still found at the address it had: a redirect leads on, which hosts see and may delete.
create function lead_on_from_former_stay() returns trigger language plpgsql as $$
begin
  delete from redirects where from_path = '/stays/' || new.slug;
  update redirects set to_path = '/stays/' || new.slug, updated_at = now() where to_path = '/stays/' || old.slug;
  insert into redirects (id, from_path, to_path)
  values (gen_random_uuid(), '/stays/' || old.slug, '/stays/' || new.slug)
  on conflict (from_path) do update set to_path = excluded.to_path, updated_at = now();
  return null;
end $$;

create trigger lead_on_from_former_stay after update of slug on properties
  for each row when (old.slug <> new.slug and char_length(old.slug) <= 200)
  execute function lead_on_from_former_stay();
