import { test as hostTest, openTable } from '../admin-fixture.ts';
import { goWithin, open, scriptsAreThere } from '../goto.ts';
import { askForCode, codeFor, newPerson } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from '../site.ts';

test('the admin redirects anonymous visitors to login', async ({ page }) => {
  const asked = { '/admin': '/admin', '/admin?table=products': '/admin%3Ftable%3Dproducts' };
  for (const [path, wayBack] of Object.entries(asked)) {
    const response = await page.request.get(path, { maxRedirects: 0 });
    expect(response.status()).toBe(302);
    expect(response.headers().location).toBe(`/login?returnUrl=${wayBack}`);
    expect(await response.text()).toBe('');
  }
  await open(page, '/hosts');
  await goWithin(page, '/admin');
  await expect(page).toHaveURL('/login?returnUrl=/admin');
});

test('signing in returns to the requested table, search and page', async ({ page }) => {
  const place = '/admin?table=products&search=a%26b&page=2';
  const person = newPerson();
  await open(page, place);
  await expect(page).toHaveURL(/^[^?]*\/login\?/);
  await askForCode(page, person);
  await page.getByLabel('Verification code').fill(await codeFor(person));
  await page.getByRole('button', { name: 'Verify and sign in' }).click();
  await expect(page).toHaveURL(place);
});

hostTest.describe('API failures', () => {
  hostTest.use({ expectedNoise: [/Failed to load resource/] });

  hostTest('the dashboard says what it waits for and what failed', async ({ page }) => {
    await open(page, '/hosts');
    let answer: ((body?: object) => void) | undefined;
    await page.route('**/api/admin/status', async (route) => {
      const body = await new Promise<object | undefined>((resolve) => {
        answer = resolve;
      });
      await (body
        ? route.fulfill({ status: 503, json: { message: 'The database is away.' } })
        : route.fulfill({ status: 500, body: '' }));
    });
    await goWithin(page, '/admin');
    await expect(page.getByText('Loading admin dashboard...')).toBeVisible();
    await expect.poll(() => answer !== undefined).toBe(true);
    answer?.({});
    await expect(page.getByRole('heading', { name: 'Access Check Failed' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('The database is away.');
    await expectAccessible(page);
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  });

  hostTest('tables that cannot be loaded are asked for again', async ({ page }) => {
    await open(page, '/hosts');
    await page.route('**/api/admin/schemas', (route) => route.fulfill({ status: 500, body: '' }));
    await goWithin(page, '/admin');
    await expect(page.getByRole('heading', { name: 'Failed to Load Schemas' })).toBeVisible();
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch schemas');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('heading', { level: 2, name: 'Properties' })).toBeVisible();
  });

  hostTest('a site without tables says where they come from', async ({ page }) => {
    await open(page, '/hosts');
    await page.route('**/api/admin/schemas', (route) => route.fulfill({ json: { schemas: [] } }));
    await goWithin(page, '/admin');
    await expect(page.getByRole('heading', { name: 'No Tables Found' })).toBeVisible();
    await expect(
      page.getByText(
        'No database schemas were found. Make sure your schemas are properly configured in the shared/schemas directory.',
      ),
    ).toBeVisible();
  });

  hostTest('an unknown table, a failing schema and failing rows each say so', async ({ page }) => {
    await open(page, '/admin?table=nothing');
    await expect(page.getByText('Schema not found for table: nothing')).toBeVisible();
    await page.route('**/api/admin/schemas/products', (route) => route.fulfill({ status: 500, body: '' }));
    await open(page, '/admin?table=products');
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch schemas');
    await page.unrouteAll();
    await page.route('**/api/tables/products?*', (route) => route.fulfill({ status: 500, body: '' }));
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('alert')).toHaveText('Failed to fetch data');
    await page.unrouteAll();
    await page.getByRole('button', { name: 'Retry' }).click();
    await expect(page.getByRole('list', { name: 'Rows of Products' })).toBeVisible();
  });
});

hostTest('the dashboard has a frame of its own and begins with the first table', async ({ page }) => {
  await open(page, '/admin');
  await expect(page.getByRole('heading', { level: 1, name: 'Admin Dashboard' })).toBeVisible();
  await expect(page.getByText('Manage your database tables')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Back to Site' })).toHaveAttribute('href', '/');
  await page.getByRole('button', { name: 'More' }).click();
  await expect(page.getByRole('dialog').getByText('Welcome, host@example.com')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(page.getByRole('navigation', { name: 'Main' })).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
  const tables = page.getByRole('navigation', { name: 'Database Tables' });
  await expect(tables.getByText(/^\d+ tables$/)).toBeVisible();
  const count = await tables.getByRole('link', { includeHidden: true }).count();
  await expect(tables.getByText(`${count} tables`)).toBeVisible();
  await expect(page.getByRole('heading', { level: 2, name: 'Properties' })).toBeVisible();

  // The tables are listed behind the name of the open one on a phone.
  await expect(tables.getByRole('link')).toHaveCount(0);
  await tables.getByRole('button', { name: 'Properties' }).click();
  await expectAccessible(page);
  await tables.getByRole('link', { name: /^Products/ }).click();
  await expect(page).toHaveURL('/admin?table=products');
  await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible();
  await expect(tables.getByRole('link')).toHaveCount(0);

  await page.setViewportSize({ width: 1440, height: 900 });
  const products = tables.getByRole('link', { name: /^Products What guests can buy/ });
  await expect(products).toHaveAttribute('aria-current', 'page');
  const group = tables.getByRole('region', { name: 'Homes and prices' });
  await expect(group.getByRole('link', { name: /^Products/ })).toBeVisible();
  await expect(group.getByRole('link', { name: /^Bookings/ })).toHaveCount(0);
  await products.focus();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL('/admin?table=amenities');
  await page.goBack();
  await expect(page.getByRole('heading', { level: 2, name: 'Products' })).toBeVisible();
  await open(page, '/admin?table=');
  await expect(page.getByText('Select a table from the sidebar to get started')).toBeVisible();
});

hostTest('what only the site writes cannot be added or deleted by hosts', async ({ page }) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/admin?table=purchases');
  await expect(page.getByRole('button', { name: 'Export CSV' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add New' })).toHaveCount(0);
  await openTable(page, 'site_settings');
  await expect(page.getByRole('button', { name: 'Add New' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: /^Delete/ })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'View on the site' })).toHaveAttribute('href', '/');
});

hostTest('signing out of the admin leads to the sign-in page', async ({ page }) => {
  await page.route('**/api/logout', async (route) => {
    await page.context().clearCookies();
    await route.fulfill({ json: { success: true } });
  });
  await openTable(page, 'products');
  await expect(page.getByRole('button', { name: /^Edit / }).first()).toBeVisible();
  // No request may be under way that would be rejected without the cookie.
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('button', { name: 'Sign Out' }).click();
  await expect(page).toHaveURL('/login');
  await scriptsAreThere(page);
});

hostTest.describe('without an answer to the sign-out', () => {
  hostTest.use({ expectedNoise: [/Failed to load resource|TypeError/] });

  hostTest('a sign-out of the admin that fails is shown on the site and in the admin', async ({ page }) => {
    await page.route('**/api/logout', (route) => route.abort());
    await openTable(page, 'products');
    await page.getByRole('button', { name: 'More' }).click();
    await page.getByRole('button', { name: 'Sign Out' }).click();
    await expect(page).toHaveURL('/');
    const alert = page.getByRole('alert').filter({ hasText: 'this browser may still be signed in' });
    await expect(alert).toBeVisible();
    await open(page, '/admin?table=products');
    await expect(page.getByRole('banner').getByRole('alert')).toBeVisible();
    await expectAccessible(page);
    await page.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(page);
    await page.unroute('**/api/logout');
    await page.route('**/api/logout', async (route) => {
      await page.context().clearCookies();
      await route.fulfill({ json: { success: true } });
    });
    await page.getByRole('button', { name: 'Log out again' }).click();
    await expect(page).toHaveURL('/');
    await expect(alert).toHaveCount(0);
  });
});

hostTest(
  'an administrator whose session has grown old confirms it with a passkey first',
  async ({ page }) => {
    await page.route('**/api/admin/status', (route) =>
      route.fulfill({ json: { isAdmin: true, needsReauthentication: true } }),
    );
    await open(page, '/hosts');
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).pathname));
    await goWithin(page, '/admin');
    await expect(page.getByText('Please confirm with your passkey to go on.')).toBeVisible();
    await goWithin(page, '/admin/today');
    await expect(page.getByText('Please confirm with your passkey to go on.')).toBeVisible();
    await expectAccessible(page);
    expect(asked.filter((path) => /^\/api\/admin\/(schemas|inbox|mail)/.test(path))).toEqual([]);
  },
);
