import type { Page } from '@playwright/test';
import { expect } from './site.ts';

/** Follows links through the whole site, looking at every page to its end. */
export async function walk(page: Page, start: string): Promise<void> {
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy violation: ${violatedDirective} ${blockedURI}`),
    );
  });
  const reports: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('csp-reports')) reports.push(request.postData() ?? '');
  });
  const footer = page.getByRole('contentinfo');
  const heading = page.getByRole('heading', { level: 1 });
  await page.goto(start);
  await page.locator('#location').scrollIntoViewIfNeeded();
  await expect(page.locator('iframe[title^="Map of"]')).toBeVisible();
  await footer.getByRole('link', { name: 'View All Rentals' }).click();
  await expect(heading).toHaveText('Book Your Panama City Beach Rental');
  await footer.getByRole('link', { name: 'Meet Our Hosts' }).click();
  await expect(heading).toHaveText('Meet Your Hosts');
  await footer.getByRole('link', { name: 'Reviews' }).click();
  await expect(page).toHaveURL('/#reviews');
  await page.getByRole('button', { name: 'Next review' }).click();
  await page.goBack();
  await expect(heading).toHaveText('Meet Your Hosts');
  await page.goForward();
  await footer.getByRole('link', { name: 'Contact' }).click();
  await page.locator('#contact').getByRole('spinbutton', { name: 'Guests' }).fill('3');
  await page.getByRole('button', { name: 'Send Inquiry' }).click();
  await expect(page.getByText('Name is required')).toBeVisible();
  await page.goto('/checkout/cancel');
  await page.getByRole('main').getByRole('link', { name: 'Browse Properties' }).click();
  await expect(heading).toHaveText('Book Your Panama City Beach Rental');
  await page.goto('/checkout/error?message=No%20answer');
  await page.getByRole('link', { name: 'Contact Support' }).click();
  await expect(page.locator('#contact')).toBeInViewport();
  expect(reports).toEqual([]);
}
