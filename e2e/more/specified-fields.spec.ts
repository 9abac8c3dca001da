import type { Page } from '@playwright/test';
import { goWithin, open } from '../goto.ts';
import { keepMessages } from '../keep-messages.ts';
import { content } from '../post-factory.ts';
import { expect, test } from '../site.ts';

/*
 * The superset rule: a server that sends exactly the fields of the specification gives the specified screens, and its
 * empty error bodies the specified messages. Each call's own defaults and messages have their tests beside its `calls.ts`.
 */

interface Response {
  json?: unknown;
  status?: number;
  body?: string;
}

const json = (value: unknown): Response => ({ json: value });
const empty = (status = 200): Response => ({ status, body: '' });

/**
 * Stands in for a server that has only these calls, each named by its method and path, with exactly these bodies.
 * @returns the calls that arrived, in their order, with the query and the JSON body where there is one
 */
async function serve(page: Page, responses: Record<string, Response>): Promise<string[]> {
  const calls: string[] = [];
  await page.route('**/api/**', async (route) => {
    const request = route.request();
    const { pathname, search } = new URL(request.url());
    const isText = request.headers()['content-type']?.startsWith('application/json');
    const call = `${request.method()} ${pathname}`;
    calls.push(`${call}${decodeURIComponent(search)}${isText ? ` ${request.postData()}` : ''}`);
    await route.fulfill(responses[call] ?? empty(404));
  });
  return calls;
}

/** Opens a page that calls nothing; others are reached within it, on the server that the test stands in for. */
async function begin(page: Page, responses: Record<string, Response>): Promise<string[]> {
  await open(page, '/checkout/cancel');
  return serve(page, responses);
}

const post = {
  id: '7',
  slug: 'shells',
  title: 'Shells',
  published_at: '2026-02-03T12:00:00Z',
  created_at: '2026-01-01T12:00:00Z',
};
const edited = { ...post, html_rich_text: '<p>Found at dawn.</p>' };
const product = {
  id: 'p1',
  name: 'A week',
  description: 'Seven nights',
  images: [],
  price: 70_000,
  currency: 'usd',
  billingType: 'one_time',
};
const purchase = { productId: 'p1', name: 'A week', price: 70_000, currency: 'usd', status: 'active' };

const boats = {
  title: 'Boats',
  description: 'What floats',
  required: ['name'],
  properties: {
    id: { type: 'integer', title: 'ID', readOnly: true, primaryKey: true },
    name: { type: 'string', title: 'Name', minLength: 2 },
    photo_url: { type: 'string', title: 'Photo' },
    papers_document: { type: 'string', title: 'Papers' },
    engine: { type: 'object', title: 'Engine' },
  },
};
const admin = {
  'GET /api/users/me': json({ email: 'host@example.com' }),
  'GET /api/admin/status': json({ isAdmin: true }),
  'GET /api/admin/schemas': json({
    schemas: [{ tableName: 'boats', title: 'Boats', description: 'Floats' }],
  }),
  'GET /api/admin/schemas/boats': json(boats),
  'GET /api/tables/boats': json({ data: [{ id: 1, name: 'Pelican', engine: { power: 60 } }], total: 1 }),
};

test.describe('only the specified fields', () => {
  // The last one is the specification's own message.
  test.use({ expectedNoise: [/Failed to load resource|Error: |ApiError|the backend persists it/] });

  test('show guests every page, and a code signs in with empty bodies', async ({ page }) => {
    const responses = {
      'GET /api/users/me': json({ email: 'ann@guests.example' }),
      'GET /api/logout': empty(),
      'POST /api/send-otp': empty(),
      'POST /api/verify-otp': json({}),
      'GET /api/purchased-products': json([{ ...purchase, purchaseDate: '2026-02-03T12:00:00Z' }]),
      'GET /api/amenities': json([
        { id: 1, name: 'Free Parking', icon_url: '', description: 'For two cars' },
      ]),
      'GET /api/blog': json([{ ...post, summary: 'By the sea' }]),
      'GET /api/blog/shells': json(edited),
      'GET /api/products': json([
        product,
        { ...product, id: 'p2', billingType: 'recurring', billingPeriod: 'month' },
      ]),
      'POST /api/create-checkout-session': json({ checkoutUrl: '/checkout/cancel?paid=here' }),
      'GET /api/products/purchase-detail': json({
        product: { id: 'p1', name: 'A club', description: 'All year', images: [] },
        type: 'subscription',
        expiresAt: '2027-02-03T12:00:00Z',
      }),
    };
    const calls = await begin(page, responses);
    const card = page.getByRole('article').first();

    await goWithin(page, '/blog');
    for (const text of ['February 3, 2026', 'PCB Beach Rentals', 'By the sea'])
      await expect(card).toContainText(text);
    await expect(card.getByRole('link', { name: 'Read More →' })).toHaveAttribute('href', '/blog/shells');
    await goWithin(page, '/blog/shells');
    await expect(page.getByRole('heading', { level: 1, name: 'Shells' })).toBeVisible();
    await expect(page.getByText('Found at dawn.')).toBeVisible();
    await expect(page.getByRole('link', { name: 'View Our Properties' })).toBeVisible();

    const logged = page.waitForEvent('console', (message) =>
      message.text().includes('the backend persists it'),
    );
    await goWithin(page, '/checkout/success?sessionId=cs_1');
    await expect(page.getByRole('heading', { name: 'Booking Confirmed!' })).toBeVisible();
    await expect(page.getByText('A club')).toBeVisible();
    await logged;
    await expect(page.getByText('Valid until: February 3, 2027')).toBeVisible();
    await expect(page.getByText('Paid by card')).toHaveCount(0);

    await goWithin(page, '/account');
    await expect(page.getByRole('heading', { level: 1, name: 'My Account' })).toBeVisible();
    await expect(page.getByText('ann@guests.example')).toBeVisible();
    await expect(page.getByText('Member Since').locator('..')).toContainText(
      String(new Date().getUTCFullYear()),
    );
    for (const text of ['Purchased: February 3, 2026', '$700.00', 'Active'])
      await expect(card).toContainText(text);
    await expect(card).not.toContainText('Expires');
    for (const extra of ['Where you are signed in', 'Passkeys', 'Admin Dashboard'])
      await expect(page.getByText(extra, { exact: true })).toHaveCount(0);
    responses['GET /api/users/me'] = json(null);
    await page.getByRole('button', { name: 'Logout' }).click();
    await expect(page).toHaveURL('/');

    await open(page, '/checkout/cancel');
    await goWithin(page, '/');
    await expect(page.locator('#amenities li h3')).toHaveText([
      'Free Parking',
      'Tennis courts',
      '24/7 Guest Support',
    ]);
    await expect(page.getByRole('heading', { name: 'Shells' })).toBeVisible();

    await goWithin(page, '/shop');
    await expect(page.getByRole('article').nth(1)).toContainText('$700.00/month');
    for (const fact of [
      '$700.00/stay',
      '6 guests',
      '3 beds',
      '2 baths',
      'Beach Access',
      'Free WiFi',
      'Parking',
    ])
      await expect(card).toContainText(fact);
    await card.getByRole('button', { name: 'Book Now' }).click();
    await expect(page).toHaveURL('/checkout/cancel?paid=here');
    expect(calls).toContain(
      'POST /api/create-checkout-session {"products":[{"productId":"p1","quantity":1}],"successRouter":"/checkout/success","cancelRouter":"/checkout/cancel"}',
    );

    await open(page, '/checkout/cancel');
    await goWithin(page, '/login');
    await page.getByLabel('Email').fill('ann@guests.example');
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await page.getByLabel('Verification code').fill('123456');
    await page.getByRole('button', { name: 'Verify and sign in' }).click();
    await expect(page).toHaveURL('/');
    expect(calls).toContain('POST /api/verify-otp {"email":"ann@guests.example","otp":"123456"}');
  });

  test.describe('to hosts', () => {
    test.use({ viewport: { width: 1440, height: 900 } });
    test.beforeEach(({ page }) => keepMessages(page));

    test('show the dashboard and the editor, in which rows and posts are written', async ({ page }) => {
      const calls = await begin(page, {
        ...admin,
        'POST /api/tables/boats': empty(201),
        'PUT /api/tables/boats/1': empty(),
        'DELETE /api/tables/boats/1': empty(204),
        'POST /api/upload/media': json({ media_url: '/media/a/640.jpg' }),
        'POST /api/upload/file': json({ file_url: '/files/a/papers.pdf' }),
        'GET /api/tables/boats/export': { status: 200, body: 'id,name\n1,Pelican\n' },
        'GET /api/blog': json([edited]),
        'POST /api/blog': empty(201),
        'GET /api/blog/7': json(edited),
        'PUT /api/blog/7': empty(),
      });
      const messages = page.getByRole('status', { name: 'Messages' });
      const dialog = page.getByRole('dialog');
      const save = () => dialog.getByRole('button', { name: 'Save' }).click();

      await goWithin(page, '/admin');
      await expect(page.getByRole('cell', { name: 'Pelican', exact: true })).toBeVisible();
      await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
      await expect(page.getByText('Welcome, host@example.com')).toBeVisible();
      await expect(page.getByRole('navigation', { name: 'Database Tables' })).toContainText('BoatsFloats');
      await expect(page.getByText('What floats')).toBeVisible();
      await expect(page.getByText('1–1 of 1')).toBeVisible();
      await expect(page.getByRole('cell', { name: '{"power":60}' })).toBeVisible();
      await expect(page.getByText('Your numbers')).toHaveCount(0);
      await page.getByRole('button', { name: 'Name', exact: true }).click();
      await expect.poll(() => calls).toContain('GET /api/tables/boats?sort=name:asc&page=1&limit=50');

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Export CSV' }).click();
      expect((await download).suggestedFilename()).toBe('boats.csv');

      const lists = () => calls.filter((call) => call.startsWith('GET /api/tables/boats?')).length;
      const listed = lists();
      await page.getByRole('button', { name: 'Add New' }).click();
      await expect(dialog.getByText('unsupported field type: object')).toBeVisible();
      await dialog.getByLabel('Name').fill('Heron');
      await save();
      await expect(messages).toContainText('Saved.');
      await expect(dialog).toHaveCount(0);
      expect(calls).toContain('POST /api/tables/boats {"name":"Heron","photo_url":"","papers_document":""}');
      await expect.poll(lists).toBeGreaterThan(listed);

      await page.getByRole('button', { name: 'Edit Pelican' }).click();
      const file = { name: 'a.png', mimeType: 'image/png', buffer: Buffer.from('png') };
      for (const [button, field, url] of [
        ['Upload a picture or video', 'Photo', '/media/a/640.jpg'],
        ['Upload a file', 'Papers', '/files/a/papers.pdf'],
      ] as const) {
        await dialog.getByLabel(button).and(page.locator('input')).setInputFiles(file);
        await expect(dialog.getByLabel(field)).toHaveValue(url);
      }
      await save();
      await expect(dialog).toHaveCount(0);
      expect(calls).toContain(
        'PUT /api/tables/boats/1 {"name":"Pelican","photo_url":"/media/a/640.jpg","papers_document":"/files/a/papers.pdf"}',
      );

      await page.getByRole('button', { name: 'Delete Pelican' }).click();
      await page.getByRole('button', { name: 'Delete', exact: true }).click();
      await expect(messages).toContainText('Deleted.');
      await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);

      await goWithin(page, '/blog/new');
      await page.getByLabel('Title').fill('Shells');
      await content(page).fill('Found at dawn.');
      await page.getByRole('button', { name: 'Create Post' }).click();
      await expect(page).toHaveURL('/blog');

      await goWithin(page, '/blog/edit/7');
      await expect(content(page)).toHaveText('Found at dawn.');
      await expect(page.getByLabel('Author')).toHaveValue('PCB Beach Rentals');
      await page.getByLabel('Title').fill('More shells');
      await page.getByRole('button', { name: 'Update Post' }).click();
      await expect(page).toHaveURL('/blog');
      const [sent = ''] = calls.filter((call) => call.startsWith('PUT /api/blog/7 '));
      const body = JSON.parse(sent.slice('PUT /api/blog/7 '.length));
      expect(body).toMatchObject({ id: '7', title: 'More shells', slug: 'shells' });
      expect(body).not.toHaveProperty('published_at');
      expect(body).not.toHaveProperty('_version');
    });
  });
});

test.describe('empty errors', () => {
  test.use({ expectedNoise: [/Failed to load resource|Error: |ApiError/] });

  test('show guests the specified message of each page', async ({ page }) => {
    await begin(page, {
      'GET /api/users/me': json({ email: 'ann@guests.example' }),
      'GET /api/purchased-products': empty(500),
      'GET /api/blog': empty(500),
      'GET /api/blog/shells': empty(404),
      'GET /api/blog/sand': empty(500),
      'GET /api/products/purchase-detail': empty(404),
    });
    for (const [path, ...texts] of [
      ['/blog', 'Failed to fetch blog posts', 'Oops! Something went wrong'],
      ['/blog/shells', 'Blog post not found', 'Blog Post Not Found'],
      ['/blog/sand', 'Failed to fetch blog post', 'Blog Post Not Found'],
      ['/account', 'Failed to fetch purchase history', 'Try Again'],
      ['/checkout/success?sessionId=cs_1', 'Failed to fetch purchase details'],
    ] as const) {
      await goWithin(page, path);
      for (const text of texts) await expect(page.getByText(text, { exact: true })).toBeVisible();
    }

    await serve(page, { 'GET /api/products': empty(500) });
    await goWithin(page, '/shop');
    await expect(page.getByText('Failed to fetch products')).toBeVisible();
    await expect(page.getByRole('link', { name: 'Back to Home' })).toBeVisible();

    await begin(page, {});
    await goWithin(page, '/login');
    await page.getByLabel('Email').fill('ann@guests.example');
    await page.getByRole('button', { name: 'Send verification code' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to send OTP. Please check your email address.');
  });
});
