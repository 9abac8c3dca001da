import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { expect, openTable } from './admin-fixture.ts';

/** An image that no other test has. */
export async function picture(name: string) {
  const buffer = await sharp({
    create: { width: 640, height: 400, channels: 3, background: { r: Math.random() * 255, g: 120, b: 140 } },
  })
    .jpeg()
    .toBuffer();
  return { name: `${name}.jpg`, mimeType: 'image/jpeg', buffer };
}

export const upload = async (page: Page, name: string, alt?: string) => {
  const response = await page.request.post('/api/upload/media', {
    headers: { 'Sec-Fetch-Site': 'same-origin' },
    multipart: { ...(alt && { alt }), file: await picture(name) },
  });
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).media as { id: string; url: string };
};

export const editForm = (page: Page) => page.getByRole('dialog', { name: /^(Edit Item|Add New Item)$/ });

export async function addReview(page: Page) {
  await openTable(page, 'reviews');
  await page.getByRole('button', { name: 'Add New' }).click();
  await expect(editForm(page)).toBeVisible();
  return editForm(page);
}
