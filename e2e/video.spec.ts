import type { Page } from '@playwright/test';
import { videoLink } from './content.ts';
import { expect, test } from './site.ts';

// The tour plays as for those who have not turned motion off.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const moving = (page: Page) => page.locator('#hero video, #hero iframe');

const poster = (page: Page) => page.locator('#hero picture img');

test('the tour shows a still image, plays muted, and can be paused', async ({ page }) => {
  const still = await page.request.get('/');
  expect(await still.text()).not.toMatch(/<(video|iframe)/);

  await page.goto('/');
  await expect(poster(page)).toBeVisible();
  const video = page.locator('#hero video');
  await expect(video).toHaveAttribute('src', await videoLink());
  await expect(video).toHaveJSProperty('muted', true);
  await expect.poll(() => video.evaluate((one: HTMLVideoElement) => one.currentTime)).toBeGreaterThan(0);

  await page.getByRole('button', { name: 'Pause video' }).click();
  await expect(moving(page)).toHaveCount(0);
  await expect(poster(page)).toBeVisible();
  await page.getByRole('button', { name: 'Play video' }).press('Enter');
  await expect(video).toHaveCount(1);
});
