import { open } from './goto.ts';
import { expect, test } from './site.ts';

// A page is left as soon as it is read: cancelled requests are logged on the console.
test.use({ expectedNoise: [/Failed to load resource/] });

test('client navigation updates the canonical URL and inserts no script', async ({ page }) => {
  await open(page, '/');
  const canonical = page.locator('head link[rel=canonical]');
  await expect(canonical).toHaveAttribute('href', /\/$/);
  await page.getByRole('contentinfo').getByRole('link', { name: 'Sunset Villa' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Sunset Villa');
  await expect(canonical).toHaveCount(1);
  await expect(canonical).toHaveAttribute('href', /\/stays\/sunset-villa$/);
});
