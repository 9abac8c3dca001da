import type { Locator, Page } from '@playwright/test';
import { expect, openTable } from './admin-fixture.ts';

/** Opens the form of a new post and goes to its text. */
export async function write(page: Page): Promise<{ form: Locator; text: Locator }> {
  await openTable(page, 'blog_posts');
  await page.getByRole('button', { name: 'Add New' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Item' });
  const text = form.getByRole('textbox', { name: 'Content' });
  // The library is fetched when the first editor appears.
  await expect(text).toBeVisible();
  await text.click();
  return { form, text };
}
