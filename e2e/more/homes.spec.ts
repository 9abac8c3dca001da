import { makeRow, test, word } from '../admin-fixture.ts';
import { goWithin, open, scriptsAreThere } from '../goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

test('a host edits a home in sections, moves its images by keyboard, and confirms a price that falls', async ({
  page,
}) => {
  const slug = word();
  const [{ images }] = await (await page.request.get('/api/properties')).json();
  const [first, second] = images as string[];
  const home = await makeRow(page, 'properties', {
    slug,
    title: `Gull ${slug}`,
    description: 'By the sea',
    guests: 4,
    beds: 2,
    baths: 1,
    nightly_cents: 20_000,
    images: [first, second],
    is_listed: false,
  });
  for (const first_night of ['2027-06-01', '2027-03-01', '2027-09-01'])
    await makeRow(page, 'rates', { property_id: home.id, name: `From ${first_night}`, first_night });
  await page.setViewportSize({ width: 1440, height: 900 });
  await open(page, '/admin/homes');
  await page.getByRole('link', { name: `Gull ${slug}` }).click();
  await expect(page.getByRole('heading', { level: 1, name: `Gull ${slug}` })).toBeVisible();
  await expect(page.getByText('Guests do not see this home yet')).toBeVisible();

  const pictures = page.getByRole('region', { name: 'Pictures' });
  await pictures.getByRole('button', { name: /^Picture 2 of 2/ }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(pictures.getByRole('button', { name: /^Picture 1 of 2, the cover/ })).toBeFocused();
  await pictures.getByRole('button', { name: 'Save' }).click();
  await expect(pictures.getByText('Saved.')).toBeVisible();

  const prices = page.getByRole('region', { name: 'Prices' });
  await expect(prices.getByText(/^From 2027/)).toHaveText([
    'From 2027-03-01',
    'From 2027-06-01',
    'From 2027-09-01',
  ]);
  await expect(prices.getByText('From March 1, 2027', { exact: true })).toBeVisible();
  await prices.getByLabel('Price of a night').fill('1.75');
  await expect(prices.getByText(/nights change\. \$200\.00 → \$1\.75\./)).toBeVisible();
  await prices.getByRole('button', { name: 'Save' }).click();
  const question = page.getByRole('alertdialog', { name: 'Save these prices?' });
  await expect(question).toContainText('are more than half cheaper');
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await prices.getByLabel('Price of a night').fill('175');
  await prices.getByRole('button', { name: 'Save' }).click();
  await expect(prices.getByText('Saved.')).toBeVisible();

  const stored = await (
    await page.request.get(`/api/tables/properties?filters=${JSON.stringify({ slug })}`)
  ).json();
  expect(stored.data).toMatchObject([{ nightly_cents: 17_500, images: [second, first] }]);
  await expectAccessible(page);
  for (const width of [320, 390, 820]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScrolling(page);
  }

  const previews: string[] = [];
  page.on('request', (request) => {
    if (request.frame() !== page.mainFrame()) previews.push(request.url());
  });
  await open(page, '/admin/homes/the-beachcomber');
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(
    page.getByRole('region', { name: 'Prices' }).getByText('Cleaning fee', { exact: true }),
  ).toBeVisible();
  expect(previews).toEqual([]);
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect.poll(() => previews.length).toBeGreaterThan(0);
});

test('a host adds a home with its few first facts, and goes on at its page', async ({ page }) => {
  const slug = word();
  await open(page, '/admin/homes');
  await page.getByRole('button', { name: 'Add a home' }).click();
  const form = page.getByRole('dialog', { name: 'Add a home' });
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(form.getByText('Title is required')).toBeVisible();
  await form.getByLabel('Title').fill(`Plover ${slug}`);
  await form.getByLabel('Description').fill('On the dunes');
  for (const name of ['Guests', 'Beds', 'Baths']) await form.getByLabel(name).fill('2');
  await expectNoSidewaysScrolling(page);
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`/admin/homes/plover-${slug}`);
  await expect(page.getByRole('heading', { level: 1, name: `Plover ${slug}` })).toBeVisible();
  const filters = JSON.stringify({ slug: `plover-${slug}` });
  const stored = await (await page.request.get(`/api/tables/properties?filters=${filters}`)).json();
  expect(stored.data).toMatchObject([{ is_listed: false, guests: 2 }]);
});

test('a link asks before it leaves a section of a home that is not saved', async ({ page }) => {
  await open(page, '/admin/homes/the-beachcomber');
  const prices = page.getByRole('region', { name: 'Prices' });
  await prices.getByLabel('Guests in the price').fill('5');
  await page.getByRole('link', { name: 'Rooms' }).click();
  await expect(page.getByRole('region', { name: 'Rooms' })).toBeFocused();
  const bar = page.getByRole('navigation', { name: 'Hosts' });
  await bar.getByRole('link', { name: 'Bookings' }).click();
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('Not saved yet: Prices.');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(prices.getByLabel('Guests in the price')).toHaveValue('5');
  await bar.getByRole('link', { name: 'Bookings' }).click();
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL('/admin/bookings');
  await open(page, '/admin/homes/the-beachcomber');
  await expect(prices.getByLabel('Guests in the price')).toHaveValue('6');
});

test('another home asks before it takes the place of one that is not saved', async ({ page }) => {
  const other = '/admin/homes/kid-friendly-steps-to-beach';
  await open(page, '/admin/homes/the-beachcomber');
  const price = page.getByRole('region', { name: 'Prices' }).getByLabel('Guests in the price');
  await price.fill('5');
  await scriptsAreThere(page);
  await goWithin(page, other);
  const question = page.getByRole('alertdialog', { name: 'Leave without saving?' });
  await expect(question).toContainText('Not saved yet: Prices.');
  await question.getByRole('button', { name: 'Stay' }).click();
  await expect(page).toHaveURL('/admin/homes/the-beachcomber');
  await expect(price).toHaveValue('5');
  await scriptsAreThere(page);
  await goWithin(page, other);
  await question.getByRole('button', { name: 'Leave' }).click();
  await expect(page).toHaveURL(other);
  await expect(page.getByRole('heading', { level: 1, name: 'Kid' })).toBeVisible();
});

test('a home that gets another address keeps what is typed in its other sections', async ({ page }) => {
  const slug = word();
  const facts = { title: `Tern ${slug}`, description: 'By the sea', guests: 4, beds: 2, baths: 1 };
  await makeRow(page, 'properties', { slug, ...facts, is_listed: false });
  await open(page, `/admin/homes/${slug}`);
  const price = page.getByRole('region', { name: 'Prices' }).getByLabel('Guests in the price');
  await price.fill('3');
  const basics = page.getByRole('region', { name: 'Basics' });
  await basics.getByLabel('Slug').fill(`${slug}-2`);
  await basics.getByRole('button', { name: 'Save' }).click();
  await expect(page).toHaveURL(`/admin/homes/${slug}-2`);
  await expect(basics.getByText('Saved.')).toBeVisible();
  await expect(price).toHaveValue('3');
});

test('the form of a rate asks what it changes before it saves an empty one', async ({ page }) => {
  await open(page, '/admin/homes/the-beachcomber');
  await page.getByRole('button', { name: 'Add to Rates' }).click();
  const form = page.getByRole('dialog', { name: 'Add New Item' });
  await form.getByLabel('Name', { exact: true }).fill('Summer');
  await form.getByRole('button', { name: 'Save' }).click();
  const price = form.getByLabel('Price of a night');
  const message = form.getByText('Set the nights of this rate, a price');
  await expect(price).toBeFocused();
  await expect(message).toBeInViewport({ ratio: 1 });
  await expect(price).toBeInViewport({ ratio: 1 });
});
