import { readFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { expect } from './site.ts';

/** One statement on the site's own database, as the hosts' editing would make it. */
async function query(text: string, values: unknown[]): Promise<unknown[]> {
  const place = path.join(process.env.E2E_DATA_DIR ?? '', 'postgres.json');
  const { url } = JSON.parse(readFileSync(place, 'utf8')) as { url: string };
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query(text, values).finally(() => client.end());
  return rows;
}

/** Sets another video link and waits until the site shows it. */
export async function setVideoLink(link: string, siteUrl: string): Promise<void> {
  await query('update site_settings set video_url = $1', [link]);
  await expect
    .poll(
      async () => ((await (await fetch(`${siteUrl}/api/site`)).json()) as { video_url: string }).video_url,
    )
    .toBe(link);
}

/** The video link as it is now. */
export async function videoLink(): Promise<string> {
  const [row] = (await query('select video_url from site_settings', [])) as { video_url: string }[];
  return row?.video_url ?? '';
}
