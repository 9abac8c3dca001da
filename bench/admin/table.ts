import type pg from 'pg';

export const rowCount = 1_000_000;
export const columns = 'id, name, email, status, points, joined_at';

/** How many rows match the search. */
const rareNames = 8;
export const rareName = 'Zebulon';

/** Makes the table, and replaces an existing one. */
export async function fillTable(db: pg.Client): Promise<void> {
  await db.query(`
    drop table if exists bench_people;
    create table bench_people (
      id uuid primary key,
      name text not null check (char_length(name) between 1 and 200),
      email text not null,
      status text not null check (status in ('new', 'active', 'away', 'gone')),
      points integer not null,
      joined_at timestamptz not null
    );
    select setseed(0.4);
    insert into bench_people
    select
      md5(n::text)::uuid,
      (array['Ann','Ben','Cleo','Dan','Eve','Finn','Gwen','Hugo','Iris','Jack'])[1 + n % 10] || ' ' ||
        case when n % ${rowCount / rareNames} = 77 then '${rareName}' else initcap(substr(md5((n * 7)::text), 1, 9)) end,
      'guest' || n || '@example.com',
      (array['new','active','away','gone'])[1 + (n * 13) % 4],
      floor(random() * 100000)::int,
      timestamptz '2020-01-01' + n * interval '3 minutes' + random() * interval '1 minute'
    from generate_series(1, ${rowCount}) as n`);
}
