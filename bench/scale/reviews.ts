import type pg from 'pg';

/** The home whose reviews `addReviews` adds. */
export const reviewedHome = 'scale-1';
export const reviewCount = 10_000;

/** Gives one home the reviews of 10,000 stays, most of them in other homes; once for each database. */
export async function addReviews(db: pg.Client): Promise<void> {
  const { rows } = await db.query('select from reviews where id > 1000000 limit 1');
  if (rows.length > 0) return;
  await db.query('begin; set local statement_timeout = 0');
  await db.query(
    `insert into reviews (id, kind, guest_name, rating, review_html, booking_id, published_at)
     select 1000000 + row_number() over (), 'stay', 'Guest', 1 + abs(hashtext(code)) % 5,
       '<p>' || repeat('We loved the porch and the sea. ', 12) || '</p>', id, checkout + 2
     from (select * from bookings where status = 'confirmed' and checkout < current_date - 60 limit $1) as stays`,
    [reviewCount],
  );
  await db.query(
    'update reviews set property_id = (select id from properties where slug = $1) where id > 1000000',
    [reviewedHome],
  );
  await db.query('commit');
  await db.query('vacuum analyze reviews');
}
