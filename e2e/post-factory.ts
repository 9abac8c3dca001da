import type { Page } from '@playwright/test';
import { expect, word } from './admin-fixture.ts';
import { query } from './database.ts';
import { open } from './goto.ts';

export interface Written {
  id: string;
  slug: string;
  title: string;
}

/** A post made as another host would make it. */
export async function write(page: Page, more: object = {}): Promise<Written> {
  const name = word();
  const json = { title: `Post ${name}`, slug: `post-${name}`, html_rich_text: '<p>Sand.</p>', ...more };
  const response = await page.request.post('/api/blog', { data: json });
  expect(response.status(), await response.text()).toBe(201);
  return response.json();
}

export const content = (page: Page) => page.getByRole('textbox', { name: /^Content/ });
export const saved = (page: Page) => page.getByText(/^Saved \d+ s ago$/);
export const submit = (page: Page, name = 'Create Post') => page.getByRole('button', { name }).click();

export async function openNew(page: Page): Promise<void> {
  await open(page, '/blog/new');
  await expect(content(page)).toBeVisible();
}

export async function openPost(page: Page, { id }: Written): Promise<void> {
  await open(page, `/blog/edit/${id}`);
  await expect(content(page)).toBeVisible();
}

export const forgetDrafts = () => query('delete from blog_drafts', []);
