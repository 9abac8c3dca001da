import type { Page } from '@playwright/test';
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

/** Screens with another right edge: those that are read, and the inbox, whose panes reach the window's edges. */
const otherEdge = ['messages', 'reviews', 'launch', 'inbox'];

/** The right edge of what the screen has in it, which is that of the header. */
const rightEdge = (page: Page): Promise<number> =>
  page.getByRole('main').evaluate((main) => {
    const [box] = main.children;
    const { right } = box?.getBoundingClientRect() ?? { right: 0 };
    return box ? right - Number.parseFloat(getComputedStyle(box).paddingRight) : 0;
  });

for (const screen of screens)
  test(`/admin/${screen} has the edges of all screens, fits, and is accessible`, async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await open(page, `/admin/${screen}`);
    const heading = page.getByRole('main').getByRole('heading', { level: 1 });
    await expect(heading).toBeVisible();
    const getLeft = () => heading.evaluate((element) => element.getBoundingClientRect().left);
    expect(await getLeft()).toBe(24);
    if (!otherEdge.includes(screen)) expect(await rightEdge(page)).toBe(1416);
    // Every screen is in view in the navigation, without scrolling it sideways.
    const nav = page.getByRole('navigation', { name: 'Hosts' });
    expect(await nav.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
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
