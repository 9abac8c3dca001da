import { expect } from '../admin-fixture.ts';
import { test } from '../booking-later-steps.ts';
import { atPayment, freeNights, ledger, pay, seeTrip, setStripe } from '../booking-steps.ts';
import { open } from '../goto.ts';
import { confirmed } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';

test.afterEach(async () => {
  await setStripe();
  await freeNights();
});

const requestHome = 'Kid-Friendly, Steps to Beach + Pools, Sleeps 6';

test('a trip that is opened while its payment is being settled shows the payment by itself', async ({
  page,
}) => {
  const { code } = await confirmed(page, newPerson(), 'Ann Guest', 'deposit');
  await open(page, `/trips/${code}`);
  await page.getByRole('button', { name: /^Pay \$/ }).click();
  await atPayment(page);
  await setStripe({ apiStatus: 500, webhookLose: true });
  await pay(page);
  await seeTrip(page, requestHome);
  await expect(page.getByText(/still to pay/)).toBeVisible();
  await setStripe();
  await expect(page.getByText(/still to pay/)).toHaveCount(0);
  expect(await ledger(code)).toHaveLength(2);
});

test('a trip is read again only while a payment is open, and fifteen times at most', async ({ page }) => {
  const { code } = await confirmed(page, newPerson(), 'Ann Guest', 'deposit');
  let reads = 0;
  page.on('request', (request) => {
    if (new URL(request.url()).pathname === `/api/bookings/${code}`) reads += 1;
  });
  await page.clock.install();
  await open(page, `/trips/${code}`);
  await page.clock.runFor(3_600_000);
  const opened = await page.request.post(`/api/bookings/${code}/checkout`);
  expect(opened.ok()).toBe(true);
  await open(page, `/trips/${code}`);
  expect(reads).toBe(0);

  for (let read = 1; read <= 15; read += 1) {
    await page.clock.runFor(4_000);
    await expect.poll(() => reads).toBe(read);
  }
  await page.clock.runFor(3_600_000);
  await open(page, '/hosts');
  expect(reads).toBe(15);
});

test.describe('a trip in a tab that was left open', () => {
  test.use({ expectedNoise: [/status of 409/] });

  for (const press of ['Pay', 'Cancel'])
    test(`shows that it was cancelled in another one, on "${press}"`, async ({ page }) => {
      const { code } = await confirmed(page, newPerson(), 'Ann Guest', 'deposit');
      await open(page, `/trips/${code}`);
      await page.getByRole('button', { name: 'Cancel this stay' }).click();
      await page.getByRole('button', { name: 'Cancel my stay' }).waitFor();
      if (press === 'Pay') await page.getByRole('button', { name: 'Keep my stay' }).click();
      const { refund } = await (await page.request.get(`/api/bookings/${code}/cancellation`)).json();
      const cancelled = await page.request.post(`/api/bookings/${code}/cancel`, { data: { refund } });
      expect(cancelled.ok()).toBe(true);
      await page.getByRole('button', { name: press === 'Pay' ? /^Pay \$/ : 'Cancel my stay' }).click();
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stay was cancelled');
    });
});
