import { type Page, test } from '@playwright/test';
import { open } from './goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from './site.ts';

/** Opens a screen, and checks it with axe and for sideways scrolling. */
export const expectScreenAccessible = (page: Page, path: string): Promise<void> =>
  test.step(path, async () => {
    await open(page, path);
    await expect(page.locator('h1')).toHaveCount(1);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
  });
