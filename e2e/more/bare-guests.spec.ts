import type { Page } from '@playwright/test';
import { empty, json, serveBare } from '../bare.ts';
import { goWithin, open } from '../goto.ts';
import { expect, test } from '../site.ts';

/*
 * The superset rule: a server that sends exactly the fields of the specification gives the specified screens, and its
 * error bodies, with one field or none, the specified words. One test for each call of guests.
 */

test.use({
  // The last one is the specification's own message.
  expectedNoise: [/Failed to load resource|Error: |ApiError|Failed to exchange code|the backend persists it/],
});

const signedIn = { 'GET /api/users/me': json({ email: 'ann@guests.example' }) };
const post = {
  id: '7',
  slug: 'shells',
  title: 'Shells',
  published_at: '2026-02-03T12:00:00Z',
  created_at: '2026-01-01T12:00:00Z',
};

/** Opens a page that asks for nothing, and goes on to another one on a bare server. */
async function visit(page: Page, path: string, answers: Parameters<typeof serveBare>[1]): Promise<string[]> {
  await open(page, '/checkout/cancel');
  const calls = await serveBare(page, answers);
  await goWithin(page, path);
  return calls;
}

test('GET /api/users/me: the e-mail alone shows the account page', async ({ page }) => {
  await visit(page, '/account', { ...signedIn, 'GET /api/purchased-products': json([]) });
  await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
  await expect(page.getByText('ann@guests.example')).toBeVisible();
  await expect(page.getByText('Member Since').locator('..')).toContainText(
    String(new Date().getUTCFullYear()),
  );
  await expect(page.getByText('No purchases yet')).toBeVisible();
  for (const extra of ['Where you are signed in', 'Passkeys', 'Admin Dashboard']) {
    await expect(page.getByText(extra, { exact: true })).toHaveCount(0);
  }
});

for (const [what, answer] of [
  ['null', json(null)],
  ['a failure', empty(500)],
] as const) {
  test(`GET /api/users/me: ${what} is an anonymous visitor`, async ({ page }) => {
    await visit(page, '/account', { 'GET /api/users/me': answer });
    await expect(page).toHaveURL('/login');
  });
}

test('GET /api/logout: an empty body is a logout', async ({ page }) => {
  const errors: string[] = [];
  page.on('console', (message) => message.type() === 'error' && errors.push(message.text()));
  await visit(page, '/account', {
    ...signedIn,
    'GET /api/purchased-products': json([]),
    'GET /api/logout': empty(),
  });
  await expect(page.getByText('No purchases yet')).toBeVisible();
  errors.length = 0;
  await page.getByRole('button', { name: 'Logout' }).click();
  await expect(page).toHaveURL('/');
  expect(errors.filter((text) => /JSON|ApiError/.test(text))).toEqual([]);
});

test('GET /api/oauth/google/redirect_url: redirectUrl alone is followed, and an empty error is shown', async ({
  page,
  context,
}) => {
  await context.route('https://accounts.example/**', (route) =>
    route.fulfill({ contentType: 'text/html', body: '<title>Accounts</title>' }),
  );
  await visit(page, '/login', {
    'GET /api/oauth/google/redirect_url': json({ redirectUrl: 'https://accounts.example/ask' }),
  });
  const popup = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await (await popup).waitForURL('https://accounts.example/ask');
  await (await popup).close();
  await page.unrouteAll();
  await serveBare(page, { 'GET /api/oauth/google/redirect_url': empty(503) });
  await open(page, '/login');
  await page.getByRole('button', { name: 'Sign in with Google' }).click();
  await expect(page.getByRole('alert')).toHaveText('Google login failed. Please try again.');
});

for (const [call, words] of [
  ['send-otp', 'Failed to send OTP. Please check your email address.'],
  ['verify-otp', 'Invalid OTP. Please try again.'],
] as const) {
  for (const [what, answer] of [
    ['an error field alone', json({ error: 'No.' })],
    ['a refusal with a message alone', { status: 400, body: '{"message":"No."}' }],
    ['an empty refusal', empty(500)],
    ['an empty limit', empty(429)],
  ] as const) {
    test(`POST /api/${call}: ${what} shows the specified message`, async ({ page }) => {
      await visit(page, '/login', { 'POST /api/send-otp': empty(), [`POST /api/${call}`]: answer });
      await page.getByLabel('Email').fill('ann@guests.example');
      await page.getByRole('button', { name: 'Send verification code' }).click();
      if (call === 'verify-otp') {
        await page.getByLabel('Verification code').fill('123456');
        await page.getByRole('button', { name: 'Verify and sign in' }).click();
      }
      await expect(page.getByRole('alert')).toHaveText(words);
    });
  }
}

test('POST /api/send-otp, /api/verify-otp: empty bodies complete the sign-in', async ({ page }) => {
  const calls = await visit(page, '/login', {
    'POST /api/send-otp': empty(),
    'POST /api/verify-otp': json({}),
  });
  await page.getByLabel('Email').fill('ann@guests.example');
  await page.getByRole('button', { name: 'Send verification code' }).click();
  await page.getByLabel('Verification code').fill('123456');
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(page).toHaveURL('/');
  expect(calls).toContain('POST /api/verify-otp {"email":"ann@guests.example","otp":"123456"}');
});

test('GET /api/amenities: id, name, icon_url and description show the grid, with the two fixed ones last', async ({
  page,
}) => {
  await visit(page, '/', {
    'GET /api/amenities': json([{ id: 1, name: 'Free Parking', icon_url: '', description: 'For two cars' }]),
    'GET /api/blog': json([]),
  });
  const names = page.locator('#amenities li h3');
  await expect(names).toHaveText(['Free Parking', 'Tennis courts', '24/7 Guest Support']);
});

test("GET /api/blog: posts with the specified fields alone show the list and the home page's preview", async ({
  page,
}) => {
  const posts = json([
    { ...post, summary: 'By the sea' },
    { ...post, id: '8', slug: 'sand', title: 'Sand' },
  ]);
  await visit(page, '/blog', { 'GET /api/blog': posts });
  const cards = page.getByRole('article');
  await expect(cards).toHaveCount(2);
  await expect(cards.first()).toContainText('February 3, 2026');
  await expect(cards.first()).toContainText('PCB Beach Rentals');
  await expect(cards.first()).toContainText('By the sea');
  await expect(cards.first().getByRole('link', { name: 'Read More →' })).toHaveAttribute(
    'href',
    '/blog/shells',
  );
  await goWithin(page, '/');
  await expect(page.getByRole('heading', { name: 'Sand' })).toBeVisible();
});

test('GET /api/blog: an empty error shows the specified message', async ({ page }) => {
  await visit(page, '/blog', { 'GET /api/blog': empty(500) });
  await expect(page.getByText('Failed to fetch blog posts')).toBeVisible();
  await expect(page.getByText('Oops! Something went wrong')).toBeVisible();
});

test('GET /api/blog/{slug}: a post with the specified fields alone shows its page', async ({ page }) => {
  await visit(page, '/blog/shells', {
    'GET /api/blog/shells': json({ ...post, html_rich_text: '<p>Found at dawn.</p>' }),
  });
  await expect(page.getByRole('heading', { level: 1, name: 'Shells' })).toBeVisible();
  await expect(page.getByText('Found at dawn.')).toBeVisible();
  await expect(page.getByText('February 3, 2026')).toBeVisible();
  await expect(page.getByRole('link', { name: 'View Our Properties' })).toHaveAttribute(
    'href',
    '/#properties',
  );
});

for (const [status, words] of [
  [404, 'Blog post not found'],
  [500, 'Failed to fetch blog post'],
] as const) {
  test(`GET /api/blog/{slug}: an empty ${status} shows "${words}"`, async ({ page }) => {
    await visit(page, '/blog/shells', { 'GET /api/blog/shells': empty(status) });
    await expect(page.getByRole('heading', { level: 1, name: 'Blog Post Not Found' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText(words);
  });
}

const product = {
  id: 'p1',
  name: 'A week',
  description: 'Seven nights',
  images: [],
  price: 70_000,
  currency: 'usd',
  billingType: 'one_time',
};

test('GET /api/products: products with the specified fields alone show the specified cards', async ({
  page,
}) => {
  const monthly = { ...product, id: 'p2', name: 'A club', billingType: 'recurring', billingPeriod: 'month' };
  await visit(page, '/shop', { 'GET /api/products': json([product, monthly]) });
  const card = page.getByRole('article').first();
  await expect(card).toContainText('$700.00/stay');
  for (const fact of ['6 guests', '3 beds', '2 baths', 'Beach Access', 'Free WiFi', 'Parking'])
    await expect(card).toContainText(fact);
  await expect(page.getByRole('article').nth(1)).toContainText('$700.00/month');
});

test('GET /api/products: an empty error shows the specified message', async ({ page }) => {
  await visit(page, '/shop', { 'GET /api/products': empty(500) });
  await expect(page.getByText('Failed to fetch products')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();
});

test('POST /api/create-checkout-session: checkoutUrl alone leads to the payment page', async ({ page }) => {
  const calls = await visit(page, '/shop', {
    'GET /api/products': json([product]),
    'POST /api/create-checkout-session': json({ checkoutUrl: '/checkout/cancel?paid=here' }),
  });
  await page.getByRole('article').getByRole('button', { name: 'Book Now' }).click();
  await expect(page).toHaveURL('/checkout/cancel?paid=here');
  expect(calls).toContain(
    'POST /api/create-checkout-session {"products":[{"productId":"p1","quantity":1}],"successRouter":"/checkout/success","cancelRouter":"/checkout/cancel"}',
  );
});

for (const [what, answer, words] of [
  ['a message alone', { status: 400, body: '{"message":"Sold out."}' }, 'Sold out.'],
  ['an empty body', empty(500), 'Payment failed'],
  ['a success without checkoutUrl', json({}), 'Payment failed'],
] as const) {
  test(`POST /api/create-checkout-session: ${what} leads to the error page`, async ({ page }) => {
    await visit(page, '/shop', {
      'GET /api/products': json([product]),
      'POST /api/create-checkout-session': answer,
    });
    await page.getByRole('article').getByRole('button', { name: 'Book Now' }).click();
    await expect(page.getByRole('heading', { name: 'Payment Error' })).toBeVisible();
    await expect(page.getByText(words)).toBeVisible();
  });
}

test('GET /api/purchased-products: purchases with the specified fields alone show the history', async ({
  page,
}) => {
  const purchase = { productId: 'p1', name: 'A week', price: 70_000, currency: 'usd' };
  await visit(page, '/account', {
    ...signedIn,
    'GET /api/purchased-products': json([
      { ...purchase, purchaseDate: '2026-02-03T12:00:00Z', status: 'active' },
    ]),
  });
  const row = page.getByRole('article');
  await expect(row).toContainText('Purchased: February 3, 2026');
  await expect(row).toContainText('$700.00');
  await expect(row).toContainText('Active');
  await expect(row).not.toContainText('Expires');
});

test('GET /api/purchased-products: an empty error offers a retry', async ({ page }) => {
  await visit(page, '/account', { ...signedIn, 'GET /api/purchased-products': empty(500) });
  await expect(page.getByText('Failed to fetch purchase history')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Try Again' })).toBeVisible();
});

test('GET /api/products/purchase-detail: product, type and expiresAt show the confirmation', async ({
  page,
}) => {
  const logged = page.waitForEvent('console', (message) =>
    message.text().includes('the backend persists it'),
  );
  await visit(page, '/checkout/success?sessionId=cs_1', {
    'GET /api/products/purchase-detail': json({
      product: { id: 'p1', name: 'A club', description: 'All year', images: [] },
      type: 'subscription',
      expiresAt: '2027-02-03T12:00:00Z',
    }),
  });
  await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
  await expect(page.getByText('A club')).toBeVisible();
  await logged;
  await expect(page.getByText('Valid until: February 3, 2027')).toBeVisible();
  await expect(page.getByText('Paid by card')).toHaveCount(0);
});

test('GET /api/products/purchase-detail: an empty error shows the specified message', async ({ page }) => {
  await visit(page, '/checkout/success?sessionId=cs_1', {
    'GET /api/products/purchase-detail': empty(404),
  });
  await expect(page.getByText('Failed to fetch purchase details')).toBeVisible();
});
