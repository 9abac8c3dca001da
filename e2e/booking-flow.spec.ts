import type { Page } from '@playwright/test';
import { choice, expectContactWith } from './booking-flow-steps.ts';
import { open } from './goto.ts';
import { expect, test } from './site.ts';

const viewAndBook = (page: Page, home: string) =>
  page.getByRole('article').filter({ hasText: home }).getByRole('button', { name: 'View & Book' });

test('"View & Book" scrolls to the inquiry with that property selected', async ({ page }) => {
  await open(page, '/');
  await expect(choice(page)).toHaveValue('');
  await viewAndBook(page, 'The Beachcomber').click();
  await expectContactWith(page, 'The Beachcomber');
  await choice(page).selectOption('Any Available Property');
  await viewAndBook(page, 'The Beachcomber').click();
  await expectContactWith(page, 'The Beachcomber');
  await viewAndBook(page, 'Kid-Friendly').click();
  await expectContactWith(page, 'Kid-Friendly, Steps to Beach + Pools, Sleeps 6');
});
