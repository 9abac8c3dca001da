import type { Page } from '@playwright/test';
import { expect, standIns } from './site.ts';

// The seeded homes can be booked for 540 days.
const year = new Date(Date.now() + 365 * 86_400_000).getUTCFullYear();

/** Books and pays a stay as this browser's guest. @returns the booking's code */
export async function bookStay(
  page: Page,
  email: string,
  checkin: string,
  checkout: string,
  name = 'Ann Guest',
): Promise<string> {
  const dates = { checkin: `${year}-${checkin}`, checkout: `${year}-${checkout}` };
  const stay = { property: 'the-beachcomber', ...dates, guests: 2, pets: 0 };
  const quote = await (await page.request.post('/api/quotes', { data: stay })).json();
  const response = await page.request.post('/api/bookings', {
    data: {
      quoteId: quote.id,
      name,
      email,
      phone: '850 555 0123',
      plan: 'full',
      agreed: { houseRules: true, cancellation: true },
    },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { code, checkoutUrl } = await response.json();
  const session = checkoutUrl.split('/').at(-1);
  await fetch(`${standIns}/stripe/test/sessions/${session}/complete`, { method: 'POST' });
  await expect
    .poll(async () => (await (await page.request.get(`/api/bookings/${code}`)).json()).status)
    .toBe('confirmed');
  return code;
}
