import type { Browser, Cookie, Page } from '@playwright/test';
import { open } from './goto.ts';
import { expect } from './production-site.ts';
import { askedGuests, endedStay, home, test } from './reviews-steps.ts';
import { expectAccessible, expectNoSidewaysScrolling } from './site.ts';

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
    await card.getByRole('button', { name: 'Hide' }).click();
    await hosts.reload();
    await expect(card.getByLabel('Your reply')).toHaveValue('Thank you. The lamp is mended.');
    await card.getByRole('button', { name: 'Publish the reply' }).click();
    await expect(card).toContainText('Thank you. The lamp is mended.');
    await expect(card.getByLabel('Your reply')).toHaveCount(0);
    await expect(hosts.getByRole('heading', { name: 'Reviews', exact: true })).toBeFocused();
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

test('a list of more than fifty goes on by keyboard, and stays open when the host comes back', async ({
  browser,
  hostCookies: cookies,
}) => {
  const { oldest, remove } = await askedGuests(55);
  try {
    await asHost({ browser, cookies }, async (hosts) => {
      const list = hosts.locator('section').filter({
        has: hosts.getByRole('heading', { name: 'Asked, not written yet' }),
      });
      const items = list.getByRole('listitem');
      await expect(items).toHaveCount(50);
      await expect(items.filter({ hasText: oldest })).toHaveCount(0);
      await expectAccessible(hosts);
      await list.getByRole('button', { name: /^Show more/ }).press('Enter');
      await expect(items.nth(50)).toBeFocused();
      await expect(items.filter({ hasText: oldest })).toHaveCount(1);
      await hosts.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScrolling(hosts);
      await items.filter({ hasText: oldest }).getByRole('link').click();
      await expect(hosts).toHaveURL(/\/admin\/bookings\//);
      await hosts.goBack();
      await expect(items.filter({ hasText: oldest })).toHaveCount(1);
    });
  } finally {
    await remove();
  }
});
