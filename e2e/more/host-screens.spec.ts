import { test } from '../admin-fixture.ts';
import { open } from '../goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

const screens = [
  'today',
  'calendar',
  'inbox',
  'bookings',
  'bookings/new',
  'turnovers',
  'messages',
  'homes',
  'offers',
  'offers/new',
  'feeds',
  'reviews',
  'figures',
  'reports',
  'launch',
];

for (const screen of screens)
  test(`/admin/${screen} begins at the left edge of all screens, fits, and is accessible`, async ({
    page,
  }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `/admin/${screen}`);
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const getLeft = () => heading.evaluate((element) => element.getBoundingClientRect().left);
    expect(await getLeft()).toBe(24);
    await expectAccessible(page);
    for (const [width, left] of [
      [820, 24],
      [390, 16],
      [320, 16],
    ] as const) {
      await page.setViewportSize({ width, height: 844 });
      await expect.poll(getLeft).toBe(left);
      await expectNoSidewaysScrolling(page);
    }
    await expectAccessible(page);
  });
