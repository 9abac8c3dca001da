import { screens } from '../screens.ts';
import { expect, expectNoSidewaysScrolling, test } from '../site.ts';

test.use({ viewport: { width: 320, height: 640 }, expectedNoise: [/Failed to load resource/] });

test('every page fits the smallest phone and has one main heading', async ({ page }) => {
  for (const path of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectNoSidewaysScrolling(page);
      await expect(page.locator('h1')).toHaveCount(1);
    });
  }
});

test('the header shows the whole name of the business', async ({ page }) => {
  await page.goto('/terms');
  const name = page.getByRole('banner').getByText('PCB Beach Rentals');
  for (const width of [320, 360, 390, 820, 1024, 1440]) {
    await page.setViewportSize({ width, height: 640 });
    const isCut = () =>
      name.evaluate(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 1,
      );
    await expect.poll(isCut, `${width} pixels`).toBe(false);
  }
});
