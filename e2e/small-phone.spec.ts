import { screens } from './screens.ts';
import { expect, expectNoSidewaysScrolling, test } from './site.ts';

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
