import type { Page } from '@playwright/test';
import { expect, test } from './site.ts';

const section = (page: Page, id: string) => page.locator(`#${id}`);

test('the home page shows its sections with their texts in order, then the footer', async ({ page }) => {
  await page.goto('/');
  const ids = await page.locator('main > section').evaluateAll((all) => all.map(({ id }) => id));
  expect(ids).toEqual(['hero', 'properties', 'amenities', 'location', 'reviews', 'blog', 'contact']);
  await expect(page.locator('main ~ footer')).toHaveCount(1);
  await expect(page.locator('h1')).toHaveCount(1);
  await expect(section(page, 'hero')).toHaveAccessibleName('Panama City Beach Vacation Rentals');
  await expect(page).toHaveTitle('Panama City Beach Vacation Rentals | PCB Beach Rentals');

  const words: Record<string, string[]> = {
    hero: ['Panama City Beach Vacation Rentals', 'Your Perfect Beachfront Vacation Awaits'],
    properties: ['Affordable Beach Rentals in Panama City Beach'],
    amenities: ['Premium Amenities for Affordable Panama City Beach Vacations'],
    location: [
      'Prime Beach Location in Panama City Beach',
      'Neighborhood Highlights',
      'Steps to the Beach',
      'Dining & Entertainment',
      'Easy Access',
      'Prime Location',
      "What's Nearby",
    ],
    reviews: ['What Our Guests Say', '4.96 Average Rating', '12+ Reviews'],
    blog: ['View All Blog Posts'],
    contact: ['Ask about your dates', 'We promise a response within 24 hours', '(850) 555-0142'],
  };
  for (const [id, texts] of Object.entries(words)) {
    for (const text of texts) await expect(section(page, id)).toContainText(text);
  }
  await expect(section(page, 'contact').getByRole('link', { name: '(850) 555-0142' })).toHaveAttribute(
    'href',
    'tel:8505550142',
  );
  await expect(
    section(page, 'contact').getByRole('link', { name: 'hello@pcbbeachrentals.example' }),
  ).toHaveAttribute('href', 'mailto:hello@pcbbeachrentals.example');
  await expect(section(page, 'blog').getByRole('link', { name: 'View All Blog Posts' })).toHaveAttribute(
    'href',
    '/blog',
  );
  const places = section(page, 'location').locator('dl > div');
  await expect(places).toHaveText([
    'Beach access2-minute walk',
    'Shopping district5-minute drive',
    'Marine park10-minute drive',
    'Airport15-minute drive',
  ]);
  await expect(section(page, 'location').getByRole('heading', { level: 4 })).toHaveCount(4);
});

test('properties show facts and prices, amenities the two fixed ones last', async ({ page }) => {
  await page.goto('/');
  const cards = section(page, 'properties').getByRole('article');
  await expect(cards).toHaveCount(3);
  const facts = [
    [
      'Kid-Friendly, Steps to Beach + Pools, Sleeps 6',
      '6 guests',
      '2 beds',
      '2 baths',
      'Starting at $175/night',
    ],
    ['The Beachcomber', '8 guests', '3 beds', '2 baths', 'Starting at $199/night'],
    ['Sunset Villa', '14 guests', '4 beds', '3 baths', 'Coming Spring 2025'],
  ];
  for (const [index, texts] of facts.entries()) {
    for (const text of texts) {
      await expect(cards.nth(index).getByText(text, { exact: true }).first()).toBeVisible();
    }
    await expect(cards.nth(index).locator('p.line-clamp-3')).toHaveCSS('-webkit-line-clamp', '3');
  }
  const soon = cards.nth(2);
  await expect(soon.getByText('Coming Soon', { exact: true })).toBeVisible();
  await expect(soon.getByRole('button', { name: 'Notify Me' })).toBeDisabled();
  await expect(soon.getByRole('link', { name: 'Hear when it opens' })).toHaveAttribute(
    'href',
    '/stays/sunset-villa#waitlist',
  );
  await expect(soon.getByRole('button', { name: 'View & Book' })).toHaveCount(0);
  await expect(page.getByText('Coming Soon', { exact: true })).toHaveCount(1);

  const names = section(page, 'amenities').getByRole('heading', { level: 3 });
  await expect(names).toHaveText([
    'Private Beach Access',
    '11 Pools (5 Heated)',
    'Beach Gear Included',
    'Fully Equipped Kitchen',
    'High-Speed WiFi',
    'Family & Kid-Friendly',
    'Free Parking',
    'Premium Cable TV',
    'Air Conditioning',
    'Coffee Maker',
    'Guest Favorite',
    'Tennis courts',
    '24/7 Guest Support',
  ]);
  await expect(section(page, 'amenities').getByRole('listitem').locator('svg')).toHaveCount(13);
});
