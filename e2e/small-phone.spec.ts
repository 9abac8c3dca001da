import { screens } from './screens.ts';
import { expectNoSidewaysScrolling, test } from './site.ts';

test.use({ viewport: { width: 320, height: 640 }, expectedNoise: [/Failed to load resource/] });

test('every page fits the smallest phone', async ({ page }) => {
  for (const path of screens) {
    await test.step(path, async () => {
      await page.goto(path);
      await expectNoSidewaysScrolling(page);
    });
  }
});
