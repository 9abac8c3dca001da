import { hostileHtml } from '../test/hostile-html.ts';
import { countHits, foreignAttributes, hits } from './blog-safety-steps.ts';
import { reviewsShown } from './content.ts';
import { query } from './database.ts';
import { open } from './goto.ts';
import { expect, seeWholePage, test } from './site.ts';

// T-40, T-41, T-42. Missing images are logged on the console.
test.use({ expectedNoise: [/Failed to load resource/], viewport: { width: 1440, height: 900 } });

const firstId = 5_000;

test.describe('on the site', () => {
  test.beforeAll(async () => {
    await query(
      `insert into reviews (id, guest_name, rating, review_html, position)
       select $1 + place, 'Mallory', 5, html, 100 + place from unnest($2::text[]) with ordinality as t (html, place)`,
      // PostgreSQL holds no zero characters.
      [firstId, hostileHtml.map((html) => html.replaceAll('\0', ''))],
    );
    await reviewsShown(12 + hostileHtml.length);
  });

  test.afterAll(async () => {
    await query('delete from reviews where id >= $1', [firstId]);
    await reviewsShown(12);
  });

  test('hostile HTML neither runs nor changes the page, on load and on client navigation', async ({
    page,
  }) => {
    await countHits(page);
    for (const arrive of [
      () => open(page, '/'),
      async () => {
        await open(page, '/shop');
        await page.getByRole('banner').getByRole('link', { name: 'PCB Beach Rentals' }).click();
      },
    ]) {
      await arrive();
      await expect(page.locator('#reviews figure')).toHaveCount(12 + hostileHtml.length);
      await seeWholePage(page);
      expect(await hits(page)).toBe(0);
      expect(await foreignAttributes(page)).toEqual([]);
      expect(await page.locator('#hero').evaluate((one) => one.closest('.rich-text'))).toBeNull();
    }
  });
});
