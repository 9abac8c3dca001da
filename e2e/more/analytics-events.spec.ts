import {
  bookButton,
  captured,
  expectNothingPersonal,
  pay,
  queries,
  sentTo,
  tags,
  week,
} from '../analytics-events-steps.ts';
import { goWithin, open } from '../goto.ts';
import { accept, expect, settle, storeConsent, test } from '../tracked-site.ts';

test('a container’s tags see the events and nothing of the page', async ({ page, sent }) => {
  await open(page, '/checkout/error?message=Card%20of%20Rosalind%20declined');
  await accept(page);
  await expect.poll(() => tags(sent).length).toBeGreaterThan(1);
  for (const report of tags(sent)) {
    expect(report).toMatchObject({
      cookie: 'denied',
      storage: 'denied',
      around: 'denied',
      above: 'denied',
    });
    expect(report.place).toMatch(/^http:\/\/localhost:\d+\/embed\/tags$/);
    expect(report.referrer).toBe('');
  }
  expectNothingPersonal(sent, ['Rosalind']);
});

test('a purchase without amount is sent once with value 0 USD', async ({ page, sent }) => {
  await page.route('**/api/products/purchase-detail?**', (route) =>
    route.fulfill({
      json: {
        product: { id: '1', name: 'A week', description: 'Seven nights', images: [] },
        type: 'payment',
      },
    }),
  );
  await open(page, '/shop');
  await accept(page);
  await settle(page);
  const purchases = () => captured(sent).filter(({ event }) => event === 'Purchase');
  for (const _ of [1, 2]) {
    await goWithin(page, '/checkout/success?sessionId=cs_test_plain');
    await expect(page.getByText('A week')).toBeVisible();
    await settle(page);
    await goWithin(page, '/checkout/cancel');
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Payment Cancelled');
    await settle(page);
  }
  await expect.poll(purchases).toMatchObject([
    {
      properties: { value: 0, currency: 'USD', items: [{ id: '1', name: 'A week', quantity: 1, price: 0 }] },
    },
  ]);
  expect(purchases()[0].properties.order_id).toMatch(/^[0-9a-f]{32}$/);
  expectNothingPersonal(sent, ['cs_test_plain']);
});

for (const vendors of ['hang', 'abort'] as const) {
  test.describe(`with services that ${vendors}`, () => {
    test.use({ vendors, expectedNoise: [/Failed to load resource: net::ERR_FAILED/] });

    test('the purchase page is complete and works', async ({ page, sent }) => {
      await storeConsent(page, 'accepted');
      await open(page, '/shop');
      await expect.poll(() => sentTo(sent, 'meta').length).toBeGreaterThan(0);
      await bookButton(page).click();
      await pay(page, `payer-${crypto.randomUUID()}@example.com`);
      await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
      await expect(page.getByRole('main').getByText(week)).toBeVisible();
      await expect(page.getByRole('main').getByText('$1,593.00')).toBeVisible();
      await page.waitForFunction(() => document.readyState === 'complete');
      await expect.poll(() => queries(sent, 'meta').map(({ ev }) => ev)).toContain('Purchase');
      await page.getByRole('main').getByRole('link', { name: 'Book Another Property' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Book Your Panama City Beach Rental');
    });
  });
}
