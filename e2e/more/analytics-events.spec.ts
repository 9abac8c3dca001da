import {
  bookButton,
  expectNothingPersonal,
  pay,
  queries,
  sentTo,
  tags,
  week,
} from '../analytics-events-steps.ts';
import { open } from '../goto.ts';
import { accept, expect, storeConsent, test } from '../tracked-site.ts';

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

test.describe('with services that hang', () => {
  test.use({ vendors: 'hang' });

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
