import type { Request } from '@playwright/test';
import { bookButton, goToPayment, pay, week } from '../checkout-steps.ts';
import { goWithin, open } from '../goto.ts';
import { holdBack } from '../hold-requests.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, standIns, test } from '../site.ts';

const opens = '**/api/create-checkout-session';

const newGuest = () => `guest-${crypto.randomUUID()}@example.com`;

const setProvider = async (switches: object) => {
  await fetch(`${standIns}/stripe/switches`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(switches),
  });
};

test.afterEach(async () => {
  await fetch(`${standIns}/stripe/switches`, { method: 'DELETE' });
});

test.describe('a subscription', () => {
  test.use({ expectedNoise: [/the backend persists it/] });

  test('a monthly stay shows until when it is paid', async ({ page }) => {
    await goToPayment(page, 'Snowbird Month at The Beachcomber');
    await pay(page, newGuest());
    await page.waitForURL('**/checkout/success**');
    await expect(page.getByRole('heading', { name: 'Booking Period' })).toBeVisible();
    await expect(page.getByText(/^Valid until: [A-Z][a-z]+ \d{1,2}, \d{4}$/)).toBeVisible();
  });
});

test('a card with 3-D Secure pays after authentication', async ({ page }) => {
  await goToPayment(page);
  await pay(page, newGuest(), '4000002500003155');
  await page.getByRole('button', { name: 'Complete authentication' }).click();
  await page.waitForURL('**/checkout/success**');
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
});

test('a double click opens one checkout, and only that product is busy', async ({ page }) => {
  const requests: Request[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/create-checkout-session')) requests.push(request);
  });
  const release = await holdBack(page, opens);
  await open(page, '/shop');
  await bookButton(page).dblclick();
  await expect(bookButton(page)).toHaveText('Processing...');
  await expect(bookButton(page)).toBeDisabled();
  await expect(bookButton(page, 'Weekend Stay')).toHaveText('Book Now');
  await expect(bookButton(page, 'Weekend Stay')).toBeEnabled();
  release();
  await page.waitForURL(`${standIns}/stripe/pay/**`);
  expect(requests).toHaveLength(1);
  expect(requests[0]?.headers()['idempotency-key']).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  expect(requests[0]?.postDataJSON()).toEqual({
    products: [{ productId: expect.any(String), quantity: 1 }],
    successRouter: '/checkout/success',
    cancelRouter: '/checkout/cancel',
  });

  await page.goBack();
  await expect(bookButton(page)).toHaveText('Book Now');
  await expect(bookButton(page)).toBeEnabled();
});

test('inside a frame the payment page opens in a new tab', async ({ page, context }) => {
  await page.goto('/checkout/cancel');
  await page.evaluate(() => {
    const frame = document.createElement('iframe');
    frame.src = '/shop';
    frame.width = '380';
    frame.height = '1200';
    document.body.prepend(frame);
  });
  const card = page.frameLocator('iframe').getByRole('article').filter({ hasText: week });
  const opened = context.waitForEvent('page');
  await card.getByRole('button', { name: 'Book Now' }).click();
  const tab = await opened;
  await tab.waitForURL(`${standIns}/stripe/pay/**`);
  expect(await tab.evaluate(() => window.opener)).toBeNull();
  await expect(card.getByRole('button')).toHaveText('Book Now');
  await expect(page).toHaveURL('/checkout/cancel');
});

test.describe('checkout failures', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('the reason is shown, and a retry works once the provider recovers', async ({ page }) => {
    await open(page, '/shop');
    await setProvider({ apiStatus: 500 });
    await bookButton(page).click();
    await page.waitForURL('**/checkout/error?message=*');
    const message = new URL(page.url()).searchParams.get('message') ?? '';
    expect(message).not.toBe('');
    await expect(page.getByRole('heading', { level: 1, name: 'Payment Error' })).toBeVisible();
    await expect(page.getByText(message, { exact: true })).toBeVisible();

    await setProvider({ apiStatus: null });
    await page.getByRole('link', { name: 'Try Again' }).click();
    await bookButton(page).click();
    await page.waitForURL(`${standIns}/stripe/pay/**`);
  });

  test('a retry after a lost response is the same purchase', async ({ page }) => {
    const keys: (string | undefined)[] = [];
    await page.route(opens, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return keys.length === 1 ? route.abort() : route.continue();
    });
    await open(page, '/shop');
    await bookButton(page).click();
    await expect(page).toHaveURL('/checkout/error?message=Payment%20failed');
    await page.reload();
    await page.getByRole('link', { name: 'Try Again' }).click();
    await bookButton(page).click();
    await page.waitForURL(`${standIns}/stripe/pay/**`);
    expect(keys).toHaveLength(2);
    expect(keys[1]).toBe(keys[0]);
  });

  test('a rejection ends the attempt, and the next one is new', async ({ page }) => {
    const keys: (string | undefined)[] = [];
    await page.route(opens, (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      return route.fulfill({ status: 404, json: { message: 'This property is taken.' } });
    });
    for (const _ of [1, 2]) {
      await open(page, '/shop');
      await bookButton(page).click();
      await expect(page).toHaveURL('/checkout/error?message=This%20property%20is%20taken.');
    }
    expect(new Set(keys).size).toBe(2);
  });
});

test('the error page without a message gives advice', async ({ page }) => {
  await page.goto('/checkout/error');
  await expect(page.getByRole('heading', { name: 'Error Details' })).toBeVisible();
  const said = 'An unexpected error occurred during payment processing. Please try again.';
  await expect(page.getByText(said)).toBeVisible();
  await expect(page.getByRole('heading', { name: 'What can you do?' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Temporary Service Issue' })).toHaveCount(0);
  const main = page.getByRole('main');
  await expect(main.getByRole('listitem')).toHaveCount(5);
  await expect(main.getByRole('link', { name: 'Try Again' })).toHaveAttribute('href', '/shop');
  await expect(main.getByRole('link', { name: 'Back to Home' })).toHaveAttribute('href', '/');
  await expect(main.getByRole('link', { name: 'Call Now' })).toHaveAttribute('href', 'tel:8505550142');
  await main.getByRole('link', { name: 'Contact Support' }).click();
  await expect(page).toHaveURL('/#contact');
});

test('an unconfigured payment provider is shown as such', async ({ page }) => {
  for (const message of ["The Seller hasn't set up payments", 'Unknown STRIPE account']) {
    await page.goto(`/checkout/error?message=${encodeURIComponent(message)}`);
    await expect(page.getByRole('heading', { name: 'Temporary Service Issue' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What can you do?' })).toHaveCount(0);
    await expect(page.getByRole('main').locator('a[href^="mailto:"]')).toBeVisible();
  }
  await expectAccessible(page);
});

test("the message in the error page's URL is shown as plain text", async ({ page }) => {
  const hostile = `<img src=x onerror="document.title='owned'"><script>document.title='owned'</script>\u202e call +1 900 555 0199 https://evil.example ${'x'.repeat(10_000)}`;
  await page.goto(`/checkout/error?message=${encodeURIComponent(hostile)}`);
  const shown = page.getByText('<img src=x');
  await expect(shown).toBeVisible();
  const text = (await shown.textContent()) ?? '';
  expect([...text]).toHaveLength(300);
  expect(text).not.toContain('\u202e');
  await expect(shown.locator('a, img, script')).toHaveCount(0);
  await expect(page).toHaveTitle(/Payment Error/);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);
});

test.describe('confirmation failures', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a URL without a session shows the error', async ({ page }) => {
    await page.goto('/checkout/success');
    await expect(page.getByRole('heading', { level: 1, name: 'Oops! Something went wrong' })).toBeVisible();
    await expect(page.getByText('No session ID found')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Shop' })).toHaveAttribute('href', '/shop');
    await expect(page.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    await expectAccessible(page);
  });

  test('an unknown session shows no booking', async ({ page }) => {
    await open(page, '/checkout/success?sessionId=cs_test_unknown');
    await expect(page.getByText('Failed to fetch purchase details')).toBeVisible();
    const looked = page.waitForResponse('**/api/products/purchase-detail?sessionId=cs_test_unknown2');
    await goWithin(page, '/checkout/success?sessionId=cs_test_unknown2');
    await looked;
    await expect(page.getByText('Failed to fetch purchase details')).toBeVisible();
  });

  test('a pending payment shows a waiting state, no error', async ({ page }) => {
    await open(page, '/shop');
    const looksAt = '**/api/products/purchase-detail?**';
    const product = { id: '1', name: 'A week', description: 'Seven nights', images: [] };
    const release = await holdBack(page, looksAt, (route) =>
      route.fulfill({ json: { product, type: 'payment' } }),
    );
    // What is said last about a call is asked first: the first look fails, the next ones wait.
    await page.route(looksAt, (route) => route.fulfill({ status: 503, json: { message: 'Not now' } }), {
      times: 1,
    });
    const nextLook = page
      .waitForResponse((response) => response.status() === 503)
      .then(() => page.waitForRequest(looksAt));
    await goWithin(page, '/checkout/success?sessionId=cs_test_slow');
    await nextLook;
    await expect(page.getByText('Processing your purchase...')).toBeVisible();
    release();
    await expect(page.getByText('A week')).toBeVisible();
  });
});
