import type { Page } from '@playwright/test';
import { expect } from './site.ts';

export const choice = (page: Page) => page.getByLabel('Property');

export async function expectContactWith(page: Page, property: string): Promise<void> {
  await expect(page).toHaveURL('/#contact');
  await expect(choice(page)).toHaveValue(property);
  await expect(page.locator('#contact')).toBeInViewport();
}
