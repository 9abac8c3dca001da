import { test as hostTest } from '../admin-fixture.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { deleteMovedHomes, moveStay } from '../guide-steps.ts';
import { confirmed } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, test } from '../site.ts';

test.afterAll(deleteMovedHomes);

test('public pages and files hold nothing that opens a home, and no check list', async ({ request }) => {
  const slug = 'kid-friendly-steps-to-beach';
  const paths = [
    '/',
    `/stays/${slug}`,
    `/stays/${slug}.data`,
    `/book?property=${slug}`,
    '/book',
    '/shop',
    '/hosts',
    '/blog',
    '/terms',
    '/llms.txt',
    '/sitemap.xml',
    '/api/site',
    '/api/properties',
    `/api/properties/${slug}`,
    `/api/properties/${slug}/guide`,
  ];
  for (const path of paths) {
    const text = await (await request.get(path)).text();
    expect([path, /eleven-pools|Unit 204|numbers 204|Strip the beds|When you come in/.exec(text)]).toEqual([
      path,
      null,
    ]);
  }
});

hostTest('hosts set the access code of a stay, and read when its guests arrive', async ({ page }) => {
  const { code } = await confirmed(page, newPerson(), 'Cora Code');
  await moveStay(code, 0, 4);
  const arrival = { arrivalTime: '17:30', cars: 2, adults: 2, children: 1, names: ['Cora', 'Dan', 'Eve'] };
  const said = await page.request.post(`/api/bookings/${code}/arrival-details`, { data: arrival });
  expect(said.status()).toBe(200);
  await open(page, `/admin/bookings/${code}`);
  await expect(page.getByText('about 5:30 PM · 2 adults · 1 child · 2 cars · Cora, Dan, Eve')).toBeVisible();
  const field = page.getByLabel('Access code of this stay');
  await expect(field).toHaveValue('8832#');
  await field.fill('4711#');
  await page.getByRole('button', { name: 'Save the code' }).click();
  await expect(page.getByText('The code is saved.')).toBeVisible();
  await expect(page.getByText('Access code set', { exact: true })).toBeVisible();
  for (const width of [320, 390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScrolling(page);
  }
  await expectAccessible(page);
  await field.fill('');
  await page.getByRole('button', { name: 'Save the code' }).click();
  await expect(page.getByText('This stay has no code of its own now.')).toBeVisible();
  await open(page, '/admin/today');
  const row = page.getByRole('listitem').filter({ hasText: 'Cora Code' });
  await expect(row.first()).toContainText('Arrival: about 5:30 PM · 2 adults · 1 child · 2 cars');
});

/** A section with all images of the home, like one in which hosts show where things are. */
const addPictures = (code: string) =>
  query(
    `insert into guide_sections (property_id, title, html_rich_text, reveal, position)
     select properties.id, 'Where things are', (select string_agg('<p>Here.</p><img src="' || image || '">', '') from unnest(images) as image),
       'arrival', 6
     from properties join bookings on bookings.property_id = properties.id where code = $1`,
    [code],
  );

test('the guide weighs 150 KB at most, and loads its images as they come into view', async ({
  page,
  browser,
  baseURL,
}) => {
  const { code } = await confirmed(page, newPerson(), 'Will Weight');
  await moveStay(code, 1, 4);
  await addPictures(code);
  // A new page has nothing in its cache and no other requests under way.
  const guide = await browser.newPage({ baseURL, storageState: await page.context().storageState() });
  const received: Promise<{ url: string; bytes: number }>[] = [];
  guide.on('requestfinished', (request) => {
    received.push(request.sizes().then(({ responseBodySize: bytes }) => ({ url: request.url(), bytes })));
  });
  await guide.goto(`/trips/${code}/guide`, { waitUntil: 'networkidle' });
  const files = await Promise.all(received);
  expect(files.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThanOrEqual(150_000);
  expect(files.filter(({ url }) => url.includes('/media/'))).toEqual([]);
  const picture = guide.locator('main picture img').first();
  await picture.scrollIntoViewIfNeeded();
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0);
  await guide.close();
});

test('the numbers of the licences are in the footer of their home', async ({ page }) => {
  const slug = 'sunset-villa';
  const set = (state: string, local: string) =>
    query('update properties set licence_state = $2, licence_local = $3 where slug = $1', [
      slug,
      state,
      local,
    ]);
  const footer = async () => {
    await page.goto(`/stays/${slug}`);
    return (await page.getByRole('contentinfo').textContent()) ?? '';
  };
  expect(await footer()).not.toContain('license');
  await set('DWE 1234', 'PCB 77');
  try {
    await expect.poll(footer).toContain('State license DWE 1234 · Local license PCB 77');
  } finally {
    await set('', '');
  }
});

test('the guide is printed on two pages at most, without navigation', async ({ page }) => {
  const { code } = await confirmed(page, newPerson(), 'Pam Paper');
  await moveStay(code, 1, 4);
  await addPictures(code);
  await page.goto(`/trips/${code}/guide`);
  await page.emulateMedia({ media: 'print' });
  for (const part of [page.getByRole('banner'), page.getByRole('contentinfo'), page.getByRole('navigation')])
    for (const one of await part.all()) await expect(one).toBeHidden();
  await expect(page.locator('#wifi')).toBeVisible();
  const pdf = await page.pdf({ format: 'Letter', margin: { top: '0.5in', bottom: '0.5in' } });
  expect(pdf.toString('latin1').match(/\/Type \/Page\b/g)?.length).toBeLessThanOrEqual(2);
});

for (const javaScriptEnabled of [true, false]) {
  test.describe(`the guide ${javaScriptEnabled ? 'with' : 'without'} scripts`, () => {
    test.use({ javaScriptEnabled, expectedNoise: [/the server responded with a status of 400/] });

    test('the form of the arrival saves what was typed, and loses nothing of what cannot be saved', async ({
      page,
    }) => {
      const { code } = await confirmed(page, newPerson(), 'Art Arrival');
      await page.goto(`/trips/${code}`);
      await expect(page.getByRole('heading', { name: 'When do you arrive?' })).toBeHidden();
      await moveStay(code, 14, 18);
      await page.goto(`/trips/${code}`);
      const form = page.locator('#arrival-details');
      await form.getByLabel('Arriving about').fill('17:30');
      await form.getByLabel('Adults').fill('4');
      await form.getByLabel('Children').fill('3');
      await form.getByLabel('Cars').fill('2');
      await form.getByLabel('Who comes?').fill('Art Arrival\nBea Arrival');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toContainText('This stay is booked for 4 guests');
      await expect(form.getByRole('link', { name: 'Ask for a change' })).toHaveAttribute('href', '#messages');
      await expect(form.getByLabel('Arriving about')).toHaveValue('17:30');
      await expect(form.getByLabel('Children')).toHaveValue('3');
      await expect(form.getByLabel('Who comes?')).toHaveValue('Art Arrival\nBea Arrival');
      await form.getByLabel('Children').fill('0');
      await form.getByRole('button', { name: 'Save' }).click();
      await expect(form).toContainText('Saved. Your hosts see it.');
      await expect(form.getByLabel('Adults')).toHaveValue('4');
      const { arrivalDetails } = await (await page.request.get(`/api/bookings/${code}`)).json();
      expect(arrivalDetails).toEqual({
        arrivalTime: '17:30',
        cars: 2,
        adults: 4,
        children: 0,
        names: ['Art Arrival', 'Bea Arrival'],
      });
      if (javaScriptEnabled) await expectAccessible(page);
      await page.setViewportSize({ width: 320, height: 900 });
      if (javaScriptEnabled) await expectNoSidewaysScrolling(page);
    });
  });
}
