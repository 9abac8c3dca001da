import type { Page } from '@playwright/test';
import { expect, makeRow, rows, wide, word } from './admin-fixture.ts';
import { open } from './goto.ts';

/** Redirects whose old addresses begin with a word of their own, listed in their order. */
export async function listRedirects(page: Page, count: number): Promise<string> {
  const name = word();
  for (let index = 1; index <= count; index += 1) {
    await makeRow(page, 'redirects', { from_path: `/${name}-${index}`, to_path: '/shop' });
  }
  await page.setViewportSize(wide);
  await open(page, `/admin?table=redirects&search=${name}&sort=from_path:asc`);
  await expect(rows(page)).toHaveCount(count);
  return name;
}
