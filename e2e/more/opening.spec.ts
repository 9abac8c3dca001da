import type { Locator, Page } from '@playwright/test';
import { counter } from '../booking-journey-steps.ts';
import { atPayment, fillDetails, pay } from '../booking-steps.ts';
import { open, scriptsAreThere } from '../goto.ts';
import { picture } from '../media-steps.ts';
import { expect, type OpeningSite, test } from '../opening-site.ts';
import { newPerson } from '../sign-in.ts';
import { expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

const host = 'host@example.com';
const widths = [320, 390, 820, 1440];

/** What the seed invents, which no guest ever sees in production. */
const invented = /Sunset Villa|The Beachcomber|Kid-Friendly, Steps|555-0142|pcbbeachrentals\.example/;

async function codeFor(site: OpeningSite, email: string, after: number): Promise<string> {
  const codes = async () =>
    (await site.mails(email)).flatMap(
      ({ subject }) => /^(\d{6}) is your sign-in code$/.exec(subject)?.[1] ?? [],
    );
  await expect.poll(async () => (await codes()).length).toBeGreaterThan(after);
  return (await codes())[0] ?? '';
}

/** Signs the host in through the API, and opens the list. */
async function openList(page: Page, site: OpeningSite): Promise<void> {
  const before = (await site.mails(host)).filter(({ subject }) => subject.endsWith('sign-in code')).length;
  await page.request.post('/api/send-otp', { data: { email: host } });
  const otp = await codeFor(site, host, before);
  expect((await page.request.post('/api/verify-otp', { data: { email: host, otp } })).status()).toBe(200);
  await open(page, '/admin/launch');
  await expect(page.getByRole('heading', { name: 'Opening', level: 1 })).toBeVisible();
}

const line = (page: Page, title: string): Locator =>
  page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title, exact: true }) });

async function expectFitting(page: Page): Promise<void> {
  const before = page.viewportSize() ?? { width: 390, height: 844 };
  for (const width of widths) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScrolling(page);
    if (width === 390 || width === 1440) await expectAccessible(page);
  }
  await page.setViewportSize(before);
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

test('on the first day a host opens the site, and a stranger books', async ({ page, browser, opening }) => {
  test.setTimeout(180_000);
  const { press, type, taps } = counter(page);
  const closed = await page.goto('/');
  expect(closed?.status()).toBe(503);
  expect((await closed?.body())?.length).toBeLessThanOrEqual(12 * 1024);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('We open soon');
  await expectFitting(page);

  await press(page.getByRole('link', { name: 'Sign in' }));
  await scriptsAreThere(page);
  await expect(page.getByRole('button', { name: /Google/ })).toHaveCount(0);
  await expect(page.locator('body')).not.toContainText(invented);
  await type(page.getByLabel('Email'), host);
  await press(page.getByRole('button', { name: 'Send verification code' }));
  await type(page.getByLabel('Verification code'), await codeFor(opening, host, 0));
  await press(page.getByRole('button', { name: 'Verify and sign in' }));
  const toList = async () => {
    await press(page.getByRole('navigation', { name: 'Hosts' }).getByRole('link', { name: 'Opening' }));
    await expect(page.getByRole('heading', { name: 'Opening', level: 1 })).toBeVisible();
  };
  await page.waitForURL((url) => url.pathname !== '/login');
  await scriptsAreThere(page);
  await open(page, '/admin/today');
  await expect(page.getByRole('link', { name: /^\d+ of \d+ before you open$/ })).toBeVisible();
  await toList();
  await expect(page.locator('main h2')).toHaveText([
    'You and your address',
    'Homes',
    'Money',
    'Mail',
    'Safety',
    'Not ready yet',
    'Examples',
  ]);
  await expect(page.getByRole('button', { name: 'Open the site' })).toBeDisabled();
  await press(page.getByRole('button', { name: 'Look again at all' }));
  await expect(line(page, 'Cards can be charged')).toContainText('Not in order');
  await expect(line(page, 'The site is reached at its address')).toContainText('In order');
  await expect(line(page, 'Pictures can be stored')).toContainText('In order');
  await expectFitting(page);

  await test.step('the business is hers', async () => {
    await press(line(page, 'Your phone, e-mail and links').getByRole('link', { name: /^Go there/ }));
    await press(page.getByRole('button', { name: /^Edit / }));
    const form = page.getByRole('dialog', { name: 'Edit Item' });
    await form.getByLabel('Phone').fill('(850) 234-5678');
    await form.getByLabel('Email').fill('hello@gulf.com');
    for (const name of ['Facebook URL', 'Instagram URL', 'TikTok URL', 'Credit label', 'Credit URL'])
      await form.getByLabel(name).fill('');
    await form.getByLabel('Legal name').fill('Gulf Homes LLC');
    await form.getByLabel('Legal address').fill('1 Beach Road, Panama City Beach, FL 32413');
    await press(form.getByRole('button', { name: 'Save' }));
    await expect(form).toBeHidden();
    await toList();
    await expect(line(page, 'Your phone, e-mail and links')).toContainText('In order');
    await press(line(page, 'Your terms, privacy and cancellation').getByRole('button', { name: /^Confirm/ }));
    await expect(line(page, 'Your terms, privacy and cancellation')).toContainText(`Confirmed by ${host}`);
  });

  await test.step('a home of her own', async () => {
    await press(line(page, 'A home of your own').getByRole('link', { name: /^Go there/ }));
    await expect(page.getByText('Example', { exact: true }).first()).toBeVisible();
    await press(page.getByRole('button', { name: 'Add New' }));
    const form = page.getByRole('dialog', { name: 'Add New Item' });
    const field = (name: string) => form.getByLabel(new RegExp(`^${name}( \\*)?$`));
    await field('Slug').fill('pelican-house');
    await field('Title').fill('Pelican House');
    await field('Description').fill('A quiet house between the dunes. '.repeat(8));
    const pictures = await Promise.all(['a', 'b', 'c', 'd', 'e'].map(picture));
    await form.locator('input[type=file]').first().setInputFiles(pictures);
    const words = form.getByRole('group', { name: /^Alternative text of/ });
    await expect(words).toHaveCount(5);
    const uploads = async () => (await page.request.get('/api/tables/media?limit=50')).text();
    await expect.poll(uploads).not.toContain('"status":"processing"');
    for (const one of await words.all()) {
      await one.getByRole('textbox').fill('The house from the beach');
      await press(one.getByRole('button', { name: 'Save' }));
      await expect(one.getByRole('button', { name: 'Save' })).toHaveCount(0);
    }
    for (const [name, value] of [
      ['Guests', '6'],
      ['Beds', '3'],
      ['Baths', '2'],
      ['Latitude', '30.17'],
      ['Longitude', '-85.8'],
      ['Price of a night', '200'],
      ['Street address', '12 Pelican Lane'],
      ['Access notes', 'The key box is beside the door.'],
    ] as const)
      await field(name).fill(value);
    await field('Booked').selectOption({ label: 'At once' });
    const policy = form.getByRole('combobox', { name: 'Cancellation policy' });
    await press(policy);
    await press(page.getByRole('listbox').getByRole('option').first());
    await press(form.getByRole('button', { name: 'Save' }).last());
    await expect(form).toBeHidden();
    await toList();
    await expect(line(page, 'A home of your own')).toContainText('In order');
    await expect(line(page, 'pelican-house')).toContainText('In order');
    await press(line(page, 'Your taxes').getByRole('button', { name: /^Confirm/ }));
    await press(line(page, 'Calendars of your other channels').getByRole('button', { name: /^Confirm/ }));
    await expect(line(page, 'Calendars of your other channels')).toContainText('On no other channel.');
  });

  await test.step('money, names and mail', async () => {
    await opening.put('/stripe/test/account', { livemode: true });
    await opening.put('/stripe/test/webhook_endpoints', [
      { url: `${opening.url}/api/webhooks/stripe`, enabled_events: ['*'], status: 'enabled' },
    ]);
    await opening.put('/dns/beach.example', { txt: ['v=spf1 -all'] });
    await opening.put('/dns/_dmarc.beach.example', { txt: ['v=DMARC1; p=reject'] });
    await press(page.getByRole('button', { name: 'Look again at all' }));
    for (const title of [
      'Cards can be charged',
      'Payments are reported to the site',
      'Your domain vouches for your mail',
    ])
      await expect(line(page, title)).toContainText('In order');
    await expect(page.getByText('Still needed: Mail arrives at every host.')).toBeVisible();
    await press(page.getByRole('button', { name: 'Send a test mail' }));
    const isTest = ({ subject }: { subject: string }) => subject === 'Test mail of your site';
    await expect.poll(async () => (await opening.mails(host)).some(isTest)).toBe(true);
    const mail = (await opening.mails(host)).find(isTest);
    const link = /http\S+\/launch\/mail\/[\w-]+/.exec(mail?.text ?? '')?.[0] ?? '';
    const phone = await browser.newContext();
    const other = await phone.newPage();
    await other.goto(link);
    await expectFitting(other);
    await press(other.getByRole('button', { name: 'This mail arrived' }));
    await expect(other.getByRole('heading', { level: 1 })).toHaveText('Thank you');
    expect((await other.goto(link))?.status()).toBe(410);
    await phone.close();
    // A browser says so when she comes back to the list.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(line(page, 'Mail arrives at every host')).toContainText('In order');
  });

  await expect(page.getByText('You open without: A backup is younger than 36 hours.')).toBeVisible();
  await press(page.getByRole('button', { name: 'Open the site' }));
  await expect(page.getByRole('heading', { name: 'The site is open' })).toBeVisible();
  console.log(`  a host opened the site with ${taps()} presses`);

  const visit = await browser.newContext({ baseURL: opening.url, viewport: { width: 390, height: 844 } });
  const stranger = await visit.newPage();
  for (const path of [
    '/',
    '/shop',
    '/hosts',
    '/blog',
    '/book',
    '/sitemap.xml',
    '/llms.txt',
    '/api/properties',
  ])
    expect(await (await stranger.request.get(path)).text()).not.toMatch(invented);
  await open(stranger, '/stays/pelican-house');
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('Pelican House');
  await expect(stranger.getByRole('contentinfo')).toContainText('Gulf Homes LLC, 1 Beach Road');
  for (const width of widths) {
    await stranger.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScrolling(stranger);
  }
  await open(
    stranger,
    `/book?property=pelican-house&checkin=${inDays(60)}&checkout=${inDays(63)}&guests=2&pets=0`,
  );
  await fillDetails(stranger, newPerson());
  await stranger.getByRole('button', { name: 'Reserve and pay' }).click();
  await pay(stranger);
  await stranger.waitForURL(/\/trips\/[0-9A-Z]{8}$/);
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('See you at Pelican House');
  await visit.close();
});

test('a payment under way keeps the site open, which the screen says; then it closes', async ({
  page,
  browser,
  opening,
}) => {
  const [home] = await opening.query(
    `update properties set is_example = false, is_listed = true, booking_mode = 'instant', nightly_cents = 20000
     where id = (select id from properties order by position limit 1) returning slug`,
  );
  await opening.query('update site_settings set opened_at = now()');
  const visit = await browser.newContext({ baseURL: opening.url, viewport: { width: 390, height: 844 } });
  const stranger = await visit.newPage();
  await expect.poll(async () => (await stranger.request.get('/')).status()).toBe(200);
  await open(
    stranger,
    `/book?property=${home?.slug}&checkin=${inDays(90)}&checkout=${inDays(97)}&guests=2&pets=0`,
  );
  await fillDetails(stranger, newPerson());
  await stranger.getByRole('button', { name: 'Reserve and pay' }).click();
  await atPayment(stranger);

  await opening.put('/stripe/test/expire', { refuse: true });
  await openList(page, opening);
  const close = async (note: string) => {
    await page.getByRole('button', { name: 'Close the site' }).click();
    const dialog = page.getByRole('alertdialog', { name: 'Close the site?' });
    await dialog.getByLabel('A note for them').fill(note);
    await dialog.getByRole('button', { name: 'Close it now' }).click();
  };
  await close('');
  await expect(page.getByRole('alert')).toHaveText(
    'Somebody is paying just now. Please try again in half an hour.',
  );
  await expect(page.getByRole('alert')).toBeInViewport();
  await expectAccessible(page);
  expect((await stranger.request.get('/')).status()).toBe(200);

  await opening.put('/stripe/test/expire', { refuse: false });
  await close('Back in May');
  await expect(page.getByText(/^The site is closed\./)).toBeVisible();
  await stranger.goto('/');
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText('We open soon');
  await expect(stranger.getByText('Back in May')).toBeVisible();
  const [booking] = await opening.query('select status from bookings order by created_at desc limit 1');
  expect(booking).toEqual({ status: 'released' });
  await visit.close();
});

test('the list works by keyboard at 390 pixels', async ({ page, opening }) => {
  await opening.query('update site_settings set opened_at = null');
  await opening.query(`delete from launch_checks where key in ('taxes', 'legal')`);
  await openList(page, opening);
  const reach = async (target: Locator) => {
    await expect(async () => {
      await page.keyboard.press('Tab');
      await expect(target).toBeFocused({ timeout: 1 });
    }).toPass({ intervals: [0] });
    await expect(target).toBeInViewport();
  };
  await reach(page.getByRole('button', { name: 'Look again at all' }));
  await page.keyboard.press('Enter');
  await expect(page.getByRole('status', { name: 'Messages' })).toContainText('Looked again.');
  for (const title of ['Your terms, privacy and cancellation', 'Your taxes']) {
    await reach(line(page, title).getByRole('button', { name: /^Confirm/ }));
    await page.keyboard.press('Enter');
    await expect(line(page, title)).toContainText(`Confirmed by ${host}`);
    await expect(line(page, title)).toBeFocused();
  }
  await reach(page.getByRole('button', { name: /^Keep.*Amenities$/ }));
  await page.keyboard.press('Enter');
  await expect(page.getByText('Amenities: they are yours now.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Examples' })).toBeFocused();
  await open(page, '/admin/homes');
  const example = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Sunset Villa' });
  await expect(example.getByText('Example', { exact: true })).toBeVisible();
  await example.getByRole('link').click();
  await expect(page.getByText('It is yours as soon as you save it')).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText('Guests never see an example')).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);
  const nav = page.getByRole('navigation', { name: 'Hosts' });
  expect(await nav.evaluate((element) => element.scrollWidth - element.clientWidth)).toBe(0);
  await expectAccessible(page);
});
