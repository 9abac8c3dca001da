import { createHash, randomBytes } from 'node:crypto';
import pg from 'pg';

/** Lets one of the example stays begin today, with images in its guide. @returns the paths that open its pages */
export async function openStay(databaseUrl: string): Promise<{ trip: string; guide: string }> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const key = randomBytes(32).toString('base64url');
    await client.query(`update guide_sections set html_rich_text = html_rich_text || picture.html
      from (select string_agg('<img src="' || image || '" alt="The home">', '') as html
        from properties, unnest(images) as image where slug = 'the-beachcomber') as picture
      where title in ('When you come in', 'The last morning')`);
    const { rows } = await client.query<{ code: string }>(
      `update bookings set key_hash = $1, access_code = '8832#', checkin = current_date, checkout = current_date + 4
       where id = (select bookings.id from bookings join properties on properties.id = property_id
         where slug = 'the-beachcomber' and status = 'confirmed' order by checkin limit 1)
       returning code`,
      [createHash('sha256').update(key).digest()],
    );
    const trip = `/trips/${rows[0]?.code}`;
    return { trip: `${trip}?key=${key}`, guide: `${trip}/guide?key=${key}` };
  } finally {
    await client.end();
  }
}
