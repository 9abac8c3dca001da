import { randomUUID } from 'node:crypto';
import pg from 'pg';

const slug = 'ten-pictures';
const imageCount = 10;

/**
 * Publishes a post with a cover and ten of the site's own images between its paragraphs.
 * @returns its path
 */
export async function publishIllustratedPost(databaseUrl: string): Promise<string> {
  const db = new pg.Client({ connectionString: databaseUrl });
  await db.connect();
  try {
    const { rows } = await db.query<{ url: string }>('select unnest(images) as url from properties');
    const [cover, ...images] = rows.map(({ url }) => url).slice(0, imageCount + 1);
    if (images.length < imageCount) throw new Error('There are fewer images than the post needs.');
    const html = images.map((url, at) => `<p>${paragraph}</p><img src="${url}" alt="View ${at + 1}">`);
    await db.query(
      `insert into blog_posts (id, slug, title, summary, author, html_rich_text, cover_image_url, published_at)
       values ($1, $2, 'Ten views of the Gulf', 'A walk from the pier to the dunes.', 'The hosts', $3, $4, now())
       on conflict (slug) do nothing`,
      [randomUUID(), slug, html.join(''), cover],
    );
  } finally {
    await db.end();
  }
  return `/blog/${slug}`;
}

const paragraph =
  'The sand squeaks under bare feet and the water changes its colour with every cloud that passes over it. '.repeat(
    4,
  );
