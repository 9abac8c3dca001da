import type { Page } from '@playwright/test';
import { query } from './database.ts';
import { expect } from './site.ts';

/** Sets another video link and waits until the site shows it. */
export async function setVideoLink(link: string, siteUrl: string): Promise<void> {
  await query('update site_settings set video_url = $1', [link]);
  await expect
    .poll(
      async () => ((await (await fetch(`${siteUrl}/api/site`)).json()) as { video_url: string }).video_url,
    )
    .toBe(link);
}

/** Deletes a post in the database, and waits until the site no longer lists it. */
export async function forgetPost(page: Page, slug: string): Promise<void> {
  await query('delete from blog_posts where slug = $1', [slug]);
  const listed = async () => (await page.request.get('/blog')).text();
  await expect.poll(listed).not.toContain(`/blog/${slug}`);
}

/** Waits until the home page shows this many reviews after a change in the database. */
export async function reviewsShown(count: number): Promise<void> {
  const url = `http://localhost:${process.env.E2E_PORT}/api/reviews`;
  await expect.poll(async () => ((await (await fetch(url)).json()) as unknown[]).length).toBe(count);
}

/** The video link as it is now. */
export async function videoLink(): Promise<string> {
  const [row] = (await query('select video_url from site_settings', [])) as { video_url: string }[];
  return row?.video_url ?? '';
}
