import type { Page } from '@playwright/test';
import { setVideoLink, videoLink } from '../content.ts';
import { open, scriptsAreThere } from '../goto.ts';
import { expect, test } from '../site.ts';

// The tour plays as for those who have not turned motion off.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

const stage = (page: Page) => page.locator('#hero > div').first();

const moving = (page: Page) => page.locator('#hero video, #hero iframe');

const poster = (page: Page) => page.locator('#hero picture img');

let seeded = '';

test.beforeAll(async () => {
  seeded = await videoLink();
});

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

test('the tour grows with the window', async ({ page }) => {
  await page.goto('/');
  for (const [width, ratio] of [
    [390, 16 / 9],
    [820, 21 / 9],
    [1440, 2.5],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    const size = () =>
      stage(page).evaluate(({ clientWidth, clientHeight }) => ({ clientWidth, clientHeight }));
    await expect.poll(size).toEqual({ clientWidth: width, clientHeight: Math.round(width / ratio) });
  }
});

test.describe('with reduced motion', () => {
  test.use({ contextOptions: { reducedMotion: 'reduce' } });

  test('the tour does not autoplay', async ({ page }) => {
    await open(page, '/');
    await page.getByRole('button', { name: 'Play video' }).click();
    await expect(moving(page)).toHaveCount(1);
    await page.reload();
    await scriptsAreThere(page);
    await expect(page.getByRole('button', { name: 'Play video' })).toBeVisible();
    await expect(poster(page)).toBeVisible();
    await expect(moving(page)).toHaveCount(0);
  });
});

test.describe('with another link', () => {
  test.afterEach(({ baseURL }) => setVideoLink(seeded, baseURL ?? ''));

  test('a link without a video shows only the text', async ({ page, baseURL }) => {
    await setVideoLink('https://example.com/not-a-video', baseURL ?? '');
    await page.goto('/');
    await expect(page.locator('#hero').getByRole('heading', { level: 1 })).toHaveText(
      'Panama City Beach Vacation Rentals',
    );
    await expect(page.locator('#hero')).toContainText('Your Perfect Beachfront Vacation Awaits');
    await expect(page.locator('#hero').locator('video, iframe, picture')).toHaveCount(0);
    await expect(page.getByRole('button', { name: /video/ })).toHaveCount(0);
    expect((await page.request.get('/embed/video')).status()).toBe(404);
  });

  for (const [link, player] of [
    ['https://youtu.be/dQw4w9WgXcQ', /^https:\/\/www\.youtube-nocookie\.com\/embed\/dQw4w9WgXcQ\?.*mute=1/],
    ['https://vimeo.com/123456789', /^https:\/\/player\.vimeo\.com\/video\/123456789\?.*muted=1/],
  ] as const) {
    test(`${link} plays muted in a frame of its own`, async ({ page, baseURL }) => {
      await setVideoLink(link, baseURL ?? '');
      await page.goto('/');
      const frame = page.locator('#hero iframe');
      await expect(frame).toHaveAttribute('src', '/embed/video');
      await expect(page.frameLocator('#hero iframe').locator('iframe')).toHaveAttribute('src', player);
      await page.getByRole('button', { name: 'Pause video' }).click();
      await expect(frame).toHaveCount(0);
    });
  }
});
