import { open } from '../goto.ts';
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

test('a long name of the business is cut after two whole lines, and its marks keep their size', async ({
  page,
}) => {
  await open(page, '/terms');
  for (const part of ['banner', 'contentinfo'] as const) {
    const name = page.getByRole(part).getByText('PCB Beach Rentals', { exact: true });
    await name.evaluate((element) => {
      element.textContent = 'Grandmother Margaret’s Beachfront Vacation Homes of Panama City Beach';
    });
  }
  const name = page.getByRole('banner').getByText('Grandmother Margaret');
  const lines = await name.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(lines).toBeCloseTo(2, 1);
  for (const part of ['banner', 'contentinfo'] as const) {
    const mark = await page.getByRole(part).locator('svg').first().boundingBox();
    expect(mark?.width).toBeGreaterThanOrEqual(32);
  }
  await expectNoSidewaysScrolling(page);
});

test('the buttons of an error page are as wide as each other', async ({ page }) => {
  await page.goto('/no/such/page');
  const buttons = await page.getByRole('main').getByRole('link').all();
  const widths = await Promise.all(buttons.map(async (button) => (await button.boundingBox())?.width));
  expect(widths).toHaveLength(2);
  expect(new Set(widths).size).toBe(1);
});
