import { type Browser, type Cookie, mergeTests, type Page } from '@playwright/test';
import { withHost } from './admin-fixture.ts';
import { query, runJob } from './database.ts';
import { open } from './goto.ts';
import { expect, test as productionTest } from './production-site.ts';
import { newPerson } from './sign-in.ts';
import { expectAccessible, expectNoSidewaysScrolling, mailTo, standIns } from './site.ts';

const test = mergeTests(productionTest, withHost);

test.use({ contextOptions: { reducedMotion: 'reduce' } });

const property = 'the-beachcomber';
const home = `/stays/${property}`;
const year = new Date(Date.now() + 365 * 86_400_000).getUTCFullYear();

/** Books and pays a stay, and lets it end. @returns the link of the mail that asks for its review */
async function endedStay(page: Page, [checkin, checkout]: [string, string], endedDaysAgo: number) {
  const email = newPerson();
  const dates = { checkin: `${year}-${checkin}`, checkout: `${year}-${checkout}` };
  const stay = { property, ...dates, guests: 2, pets: 0 };
  const quote = await (await page.request.post('/api/quotes', { data: stay })).json();
  const response = await page.request.post('/api/bookings', {
    data: {
      quoteId: quote.id,
      name: 'Marguerite Guest',
      email,
      phone: '850 555 0123',
      plan: 'full',
      agreed: { houseRules: true, cancellation: true },
    },
    headers: { 'Idempotency-Key': crypto.randomUUID() },
  });
  expect(response.status(), await response.text()).toBe(201);
  const { code, checkoutUrl } = await response.json();
  await fetch(`${standIns}/stripe/test/sessions/${checkoutUrl.split('/').at(-1)}/complete`, {
    method: 'POST',
  });
  await expect
    .poll(async () => (await (await page.request.get(`/api/bookings/${code}`)).json()).status)
    .toBe('confirmed');
  await query(
    'update bookings set checkin = current_date - $2::int - 3, checkout = current_date - $2::int where code = $1',
    [code, endedDaysAgo],
  );
  await query(
    `update review_requests set due_at = now() - interval '1 minute' from bookings
     where bookings.id = booking_id and code = $1`,
    [code],
  );
  await runJob('run_reviews');
  let link: string | undefined;
  await expect
    .poll(async () => {
      const mails = await mailTo(email);
      const request = mails.find(({ subject }) => subject.startsWith('How was your stay?'));
      link = /\/reviews\/[\w-]{43}/.exec(request?.text ?? '')?.[0];
      return link;
    })
    .toBeTruthy();
  return { code, link: link ?? '' };
}

const section = (page: Page) => page.locator('#reviews');

async function asHost(
  { browser, cookies }: { browser: Browser; cookies: Cookie[] },
  act: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 } });
  await context.addCookies(cookies);
  const page = await context.newPage();
  await open(page, '/admin/reviews');
  await act(page);
  await context.close();
}

// Before the journeys below, which review one home.

/** What only real reviews may say. */
const claims =
  /aggregateRating|"Review"|Average Rating|What (our )?guests say|out of 5|(?<![\d.])5\.0(?!\d)/i;

test('in production no page has an example or a rating without real reviews behind it', async ({
  page,
  productionUrl,
}) => {
  const others = ['/', '/hosts', '/book', '/shop', '/blog', '/blog/feed.xml', '/llms.txt', '/login'];
  const sitemap = await (await page.request.get(`${productionUrl}/sitemap.xml`)).text();
  const listed = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url = '']) => new URL(url).pathname);
  expect(listed.length).toBeGreaterThan(5);
  for (const path of new Set([...others, ...listed])) {
    const response = await page.request.get(productionUrl + path);
    expect([path, response.status()]).toEqual([path, 200]);
    expect([path, claims.exec((await response.text()).replaceAll('<!-- -->', ''))?.[0]]).toEqual([
      path,
      undefined,
    ]);
  }
  const examples = await query("select guest_name from reviews where kind = 'example'", []);
  expect(examples.length).toBeGreaterThanOrEqual(15);
});

for (const width of [320, 1440]) {
  test(`pages without reviews look finished in production, at ${width} px`, async ({
    page,
    productionUrl,
  }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const path of ['/hosts', '/stays/kid-friendly-steps-to-beach']) {
      await page.goto(productionUrl + path);
      await expect(page.getByRole('main')).toBeVisible();
      await expect(page.getByText('Example', { exact: true })).toHaveCount(0);
      await expectAccessible(page);
      await expectNoSidewaysScrolling(page);
    }
  });
}

test('a stay that is over is asked about, reviewed, public, replied to and hidden with a reason', async ({
  page,
  browser,
  hostCookies: cookies,
}) => {
  const { link } = await endedStay(page, ['05-02', '05-07'], 2);
  await open(page, link);
  await expect(page.locator('meta[name=robots]')).toHaveAttribute('content', 'noindex');
  await expect(page.getByLabel('The name it appears under')).toHaveValue('Marguerite');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);
  await page.setViewportSize({ width: 390, height: 844 });

  await page.getByRole('radio', { name: /4 out of 5/ }).check();
  await page.getByLabel('Your review').fill('We heard the Gulf from every room of the cottage.');
  await page.getByLabel('A note to the hosts').fill('The lamp on the porch flickers.');
  await page.getByRole('button', { name: 'Publish my review' }).click();
  await expect(page.getByText('Your review is public now.')).toBeVisible();
  await expectAccessible(page);

  await page.getByRole('link', { name: 'See it on the home’s page' }).click();
  const text = 'We heard the Gulf from every room of the cottage.';
  await expect(section(page)).toContainText(text);
  await expect(section(page)).not.toContainText('flickers');
  await expectAccessible(page);
  await page.setViewportSize({ width: 320, height: 640 });
  await expectNoSidewaysScrolling(page);

  await asHost({ browser, cookies }, async (hosts) => {
    const card = hosts.getByRole('listitem').filter({ hasText: text });
    await expect(card).toContainText('The lamp on the porch flickers.');
    await expectAccessible(hosts);
    await card.getByRole('button', { name: 'Reply' }).click();
    await card.getByLabel('Your reply').fill('Thank you. The lamp is mended.');
    await card.getByRole('button', { name: 'Publish the reply' }).click();
    await expect(card).toContainText('Thank you. The lamp is mended.');
    await hosts.setViewportSize({ width: 320, height: 640 });
    await expectNoSidewaysScrolling(hosts);
  });
  await page.goto(home);
  await expect(section(page)).toContainText('The lamp is mended.');
  await page.goto(link);
  await expect(page.getByText('It can no longer be changed.')).toBeVisible();

  await asHost({ browser, cookies }, async (hosts) => {
    const card = hosts.getByRole('listitem').filter({ hasText: text });
    await card.getByRole('button', { name: 'Hide' }).click();
    await card.getByLabel('Why is it hidden?').selectOption('It names a person');
    await expectAccessible(hosts);
    await card.getByRole('button', { name: 'Hide the review' }).click();
    await expect(card).toContainText('Hidden: it names a person');
  });
  await page.goto(home);
  await expect(section(page)).toContainText('A review was hidden: it names a person');
  expect(await page.content()).not.toContain(text);
});

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false, expectedNoise: [/Failed to load resource/] });

  test('a review is sent by a plain form, and what was typed stays where it is rejected', async ({
    page,
  }) => {
    const { link } = await endedStay(page, ['05-09', '05-14'], 6);
    await page.goto(link);
    await page.getByRole('radio', { name: /5 out of 5/ }).check();
    await page.getByLabel('Your review').fill('Lovely.');
    await page.getByLabel('The name it appears under').fill('Marguerite & family');
    await page.getByRole('button', { name: 'Publish my review' }).click();
    await expect(page.getByText('Please write at least 20 characters').first()).toBeVisible();
    await expect(page.getByLabel('Your review')).toHaveValue('Lovely.');
    await expect(page.getByRole('radio', { name: /5 out of 5/ })).toBeChecked();
    await page.getByLabel('Your review').fill('Lovely <b>porch</b>, and the sea is 100 steps away.');
    await page.getByRole('button', { name: 'Publish my review' }).click();
    await expect(page.getByText('Your review is public now.')).toBeVisible();
    await page.goto(home);
    await expect(section(page)).toContainText('Lovely <b>porch</b>, and the sea is 100 steps away.');
    await expect(section(page)).toContainText('Marguerite & family');
  });
});

test.describe('links that lead nowhere', () => {
  test.use({ expectedNoise: [/Failed to load resource/] });

  test('a guessed link is a page that is not there', async ({ page }) => {
    const response = await page.goto(`/reviews/${'A'.repeat(43)}`);
    expect(response?.status()).toBe(404);
  });
});
