import { expect } from '../admin-fixture.ts';
import { payDeclinedBalance, test } from '../booking-later-steps.ts';
import { atPayment, freeNights, ledger, pathOf, pay, seeTrip, setStripe } from '../booking-steps.ts';
import { formAnswers, open } from '../goto.ts';
import { confirmed, hold, property } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';

test.afterEach(async () => {
  await setStripe();
  await freeNights();
});

const requestHome = 'Kid-Friendly, Steps to Beach + Pools, Sleeps 6';

test.describe('at 390 px', () => {
  test.use({ viewport: { width: 390, height: 900 } });

  test('a balance that the card declines is paid through the mailed link', payDeclinedBalance);
});

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

test.describe('a hold in a tab that was left open', () => {
  test.use({ expectedNoise: [/status of 409/] });

  for (const place of ['/book', '/stays'])
    test(`is named as paid where it was paid in another one, at ${place}`, async ({ page }) => {
      const { checkoutUrl, ...stay } = await hold(page, newPerson(), 'Ann Guest');
      const booking = pathOf({ property, ...stay });
      await open(page, place === '/book' ? booking : booking.replace('/book', `/stays/${property}`));
      const other = await page.context().newPage();
      await other.goto(checkoutUrl);
      await pay(other);
      await seeTrip(other, requestHome);
      const held = page.getByRole('region', { name: 'Your hold' });
      const payNow = held.getByRole('button', { name: 'Pay now' });
      await payNow.focus();
      await formAnswers(payNow);
      await payNow.click();
      await expect(held).toHaveCount(0);
      await expect(page.getByText('This stay is paid already.')).toBeVisible();
      await expect(page.locator(':focus')).toHaveText('This stay is paid already.');
    });
});

test('nights that are let go leave the focus where that is said', async ({ page }) => {
  const first = await hold(page, newPerson(), 'Ann Guest');
  await open(page, pathOf({ property, ...first }));
  const letGo = page.getByRole('button', { name: 'Let these nights go' });
  await letGo.focus();
  await formAnswers(letGo);
  await letGo.press('Enter');
  await expect(page.locator(':focus')).toHaveText('These nights were let go.');
  await expect(page.getByRole('button', { name: /^Reserve and pay/ })).toBeVisible();

  const { code } = await hold(page, newPerson(), 'Ann Guest');
  await open(page, `/book/${code}`);
  await letGo.focus();
  await formAnswers(letGo);
  await letGo.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'These nights were let go' })).toBeFocused();
});
