import type { Page } from '@playwright/test';
import { makeRow, word } from './admin-fixture.ts';

/** Redirects whose old addresses begin with a word of their own. */
export async function makeRedirects(page: Page, count: number): Promise<string> {
  const name = word();
  for (let index = 1; index <= count; index += 1) {
    const from_path = `/${name}-${String(index).padStart(3, '0')}`;
    await makeRow(page, 'redirects', { from_path, to_path: '/shop', status: index % 2 ? '301' : '308' });
  }
  return name;
}
