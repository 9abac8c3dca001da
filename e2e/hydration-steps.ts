import type { Cookie, Page } from '@playwright/test';
import { expect } from './admin-fixture.ts';
import { pageIsCached, scriptsAreThere } from './goto.ts';

export interface Place {
  path: string;
  heading: string;
  forHosts?: boolean;
}

export const home: Place = { path: '/', heading: 'Panama City Beach Vacation Rentals' };

export const stay: Place = { path: '/stays/the-beachcomber', heading: 'The Beachcomber' };

const post: Place = {
  path: '/blog/beach-flags-explained',
  heading: 'The Beach Flags, Explained: Swimming Safely in the Gulf',
};

export const shop: Place = { path: '/shop', heading: 'Book Your Panama City Beach Rental' };

export const blog: Place = { path: '/blog', heading: 'Panama City Beach Blog' };

export const hosts: Place = { path: '/hosts', heading: 'Meet Your Hosts' };

export const admin: Place = { path: '/admin', heading: 'Admin Dashboard', forHosts: true };

export const places = [home, stay, post, shop, admin];

/** Begins a visit: a guest without a session gets the cached page. */
export async function enter(page: Page, { path, forHosts }: Place, hostCookies: Cookie[]): Promise<void> {
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  // Requests of a host's page that are still under way would be rejected without the cookies.
  await page.goto('about:blank');
  await page.context().clearCookies();
  if (forHosts) await page.context().addCookies(hostCookies);
  else await pageIsCached(page, path);
}

export async function expectReadable(page: Page, { heading, forHosts }: Place): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(heading);
  await expect(page.locator('body')).toContainText(forHosts ? 'Database Tables' : '© 2025 PCB Beach Rentals');
}

export const markDocument = (page: Page) =>
  page.evaluate(() => Object.assign(window, { sameDocument: true }));

export const isSameDocument = (page: Page) => page.evaluate(() => 'sameDocument' in window);

/** React has taken over: a control works, and a link leads on within the document. */
export async function expectAlive(page: Page, { forHosts }: Place): Promise<void> {
  await scriptsAreThere(page);
  await markDocument(page);
  if (forHosts) {
    await page.locator('[aria-controls=table-list]').click();
    await page.locator('#table-list').getByRole('link', { name: 'Redirects' }).click();
    await expect(page).toHaveURL(/table=redirects/);
    await expect(page.getByRole('heading', { name: 'Redirects' })).toBeVisible();
  } else {
    await page.getByRole('button', { name: 'Open menu' }).click();
    await page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Blog' }).click();
    await expect(page).toHaveURL(blog.path);
    await expect(page).toHaveTitle(/^Panama City Beach (Travel )?Blog/);
    await expectReadable(page, blog);
  }
  expect(await isSameDocument(page)).toBe(true);
}

/** How often documents are loaded: a page that fails must not reload itself. */
export function countDocuments(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest() && request.frame() === page.mainFrame()) count += 1;
  });
  return () => count;
}
