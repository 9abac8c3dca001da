import type { Page } from '@playwright/test';
import { expect, expectAccessible, expectNoSidewaysScrolling, mailTo, standIns, test } from './site.ts';

test.use({ contextOptions: { reducedMotion: 'reduce' } });

// The seeded homes can be booked for 540 days.
const year = new Date(Date.now() + 365 * 86_400_000).getUTCFullYear();

/** Books and pays a stay as this browser's guest. @returns the booking's code */
async function bookStay(page: Page, email: string, checkin: string, checkout: string): Promise<string> {
  const dates = { checkin: `${year}-${checkin}`, checkout: `${year}-${checkout}` };
  const stay = { property: 'the-beachcomber', ...dates, guests: 2, pets: 0 };
  const quote = await (await page.request.post('/api/quotes', { data: stay })).json();
  const response = await page.request.post('/api/bookings', {
    data: {
      quoteId: quote.id,
      name: 'Ann Guest',
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

for (const [width, checkin, checkout] of [
  [390, '04-04', '04-09'],
  [1440, '04-11', '04-16'],
] as const) {
  test(`a guest writes to the hosts on the trip and reads it there, at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    const code = await bookStay(
      page,
      `trip-talk-by-a-guest-with-a-long-address-${width}@example.com`,
      checkin,
      checkout,
    );
    await page.goto(`/trips/${code}`);
    await page.getByLabel('What would you like to know?').fill('Is there a grill?');
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    const messages = page.getByRole('list', { name: 'Messages' });
    await expect(messages).toContainText('Is there a grill?');
    await expect(page.getByText('Sent. The hosts answer here and by mail.')).toBeVisible();
    await page.getByLabel('Ask for a change').check();
    await page.getByLabel(/^Which dates, how many guests/).fill('One day later?');
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await expect(messages).toContainText('You asked for a change');
    await expectAccessible(page);
    if (width === 390) await page.setViewportSize({ width: 320, height: 900 });
    await expectNoSidewaysScrolling(page);
    await expect
      .poll(async () =>
        (await mailTo('hosts@pcbbeachrentals.example'))
          .map(({ subject }) => subject)
          .filter((subject) => subject.includes(code) && /^(Message|Change)/.test(subject))
          // Two mails arrive in either order.
          .toSorted(),
      )
      .toEqual([expect.stringMatching(/^Change asked for/), expect.stringMatching(/^Message/)]);
  });
}

test.describe('without JavaScript', () => {
  test.use({
    javaScriptEnabled: false,
    expectedNoise: [/Failed to load resource: the server responded with a status of 400/],
  });

  test('a message is sent, and one that cannot be sent is not lost', async ({ page }) => {
    const code = await bookStay(page, 'trip-talk-bare@example.com', '04-18', '04-23');
    await page.goto(`/trips/${code}`);
    await page.getByRole('textbox').fill('Is there a crib?');
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is there a crib?');
    await expect(page.getByText('Sent. The hosts answer here and by mail.')).toBeVisible();
    await page.getByRole('textbox').evaluate((box) => box.removeAttribute('maxlength'));
    await page.getByRole('textbox').fill('long '.repeat(1_200));
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await expect(page.getByText('A message has at most 5000 characters')).toBeVisible();
    await expect(page.getByText('Sent. The hosts')).toBeHidden();
    await expect(page.getByRole('textbox')).toHaveValue(/^long long/);
  });
});
