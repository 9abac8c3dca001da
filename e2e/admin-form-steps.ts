import type { Page } from '@playwright/test';
import { expect } from './admin-fixture.ts';

export const modal = (page: Page, title: 'Add New Item' | 'Edit Item') =>
  page.getByRole('dialog', { name: title });

/** The address of a list with one row. */
export const listed = (table: string, name: string) =>
  `/admin?table=${table}&filters=${encodeURIComponent(JSON.stringify({ name }))}`;

export async function edit(page: Page, table: string, name: string): Promise<void> {
  await page.goto(listed(table, name));
  await page.getByRole('button', { name: `Edit ${name}`, exact: true }).click();
  await expect(modal(page, 'Edit Item')).toBeVisible();
}
