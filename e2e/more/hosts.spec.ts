import { open } from '../goto.ts';
import { expect, test } from '../site.ts';

test('the hosts page shows the hosts and links to booking', async ({ page }) => {
  await open(page, '/');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Meet Our Hosts' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Meet Your Hosts' })).toBeVisible();

  const profiles = page.getByRole('article');
  await expect(profiles).toHaveCount(2);
  for (const text of ['5.0 rating', '500+ guests', '5+ years hosting']) {
    await expect(profiles.first()).toContainText(text);
  }
  for (const text of ['5.0 rating', '3 properties', '6+ years']) {
    await expect(profiles.last()).toContainText(text);
  }
  await expect(page.getByRole('heading', { name: 'Our Hosting Philosophy' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What Guests Say About Our Hosts' })).toBeVisible();
  await expect(page.getByText('5 out of 5 stars')).toHaveCount(3);
  await expect(page.locator('figcaption', { hasText: /^\w+ [A-Z]\.Example$/ })).toHaveCount(3);

  const book = page.getByRole('link', { name: 'Book Your Stay Today' });
  await expect(book).toHaveAttribute('href', '/#contact');
  await book.click();
  await expect(page).toHaveURL('/#contact');
  await expect(page.locator('#contact')).toBeInViewport();
});

test('the hosts page links to the home page', async ({ page }) => {
  await open(page, '/hosts');
  await page.getByRole('main').getByRole('link', { name: 'Back to Home' }).click();
  await expect(page).toHaveURL('/');
});
