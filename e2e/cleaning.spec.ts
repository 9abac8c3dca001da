import sharp from 'sharp';
import { prepare, secrets, test } from './cleaning-steps.ts';
import { runJob } from './database.ts';
import { open } from './goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, standIns } from './site.ts';

const mails = async (to: string): Promise<{ subject: string; text: string }[]> =>
  (await fetch(`${standIns}/mail/messages?to=${to}`)).json();

const picture = async () => ({
  name: 'lamp.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 90, height: 60, channels: 3, background: '#8fc7bd' } })
    .jpeg()
    .toBuffer(),
});

for (const scripts of [true, false])
  test(`a cleaner opens the link of the mail, reports a problem with a photo, then Done, and hosts see both, scripts ${scripts ? 'on' : 'off'}`, async ({
    page: host,
    browser,
  }) => {
    const title = `Test House ${Date.now()}`;
    const { email } = await prepare(title);
    await runJob('run_turnovers');
    await expect.poll(async () => (await mails(email))[0]?.subject).toMatch(/changed$/);
    const [, path = ''] = /(\/cleaning\/[\w-]{43})/.exec((await mails(email))[0]?.text ?? '') ?? [];

    const phone = await browser.newContext({
      viewport: { width: 390, height: 844 },
      javaScriptEnabled: scripts,
    });
    const page = await phone.newPage();
    const response = await page.goto(path);
    expect(response?.headers()).toMatchObject({
      'cache-control': 'private, no-store, no-transform',
      'referrer-policy': 'same-origin',
      'x-robots-tag': 'noindex',
    });
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your turnovers');
    const card = page.getByRole('article', { name: title }).first();
    await expect(card.getByText('Same day', { exact: true })).toBeVisible();
    await expect(card.getByText('12 Gulf Lane')).toBeVisible();
    await expect(card.getByText('4 guests, 1 pet')).toBeVisible();
    await expect(card.getByText('Key box 4711')).toBeVisible();
    for (const secret of secrets) expect(await page.content()).not.toContain(secret);
    if (scripts) {
      await expectAccessible(page);
      for (const width of [320, 390, 820, 1440]) {
        await page.setViewportSize({ width, height: 844 });
        await expectNoSidewaysScrolling(page);
      }
      await page.setViewportSize({ width: 390, height: 844 });
    }
    for (const button of await card.getByRole('button').all())
      expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(48);

    await card.getByRole('button', { name: 'There is a problem' }).click();
    await expect(page.getByRole('alert')).toHaveText(/^What is it\?/);
    await card.getByLabel('Anything broken').fill('A lamp is broken');
    await card.getByLabel('Photos').setInputFiles([await picture()]);
    await card.getByRole('button', { name: 'There is a problem' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      `Thank you. The hosts see that there is a problem in ${title}.`,
    );
    await expect(card.getByRole('img', { name: 'Reported, 1 of 1' })).toBeVisible();

    await open(host, '/admin/turnovers');
    const item = host.getByRole('listitem').filter({ has: host.getByRole('heading', { name: title }) });
    await expect(item.first().getByText('A lamp is broken')).toBeVisible();
    await expect(item.first().getByText('Problem', { exact: true }).first()).toBeVisible();

    const done = `Thank you. ${title} is done, and the hosts can see it.`;
    if (scripts) {
      await page.setViewportSize({ width: 320, height: 844 });
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
      await page.setViewportSize({ width: 390, height: 844 });
      await card.getByLabel('Photos').setInputFiles(await Promise.all(Array.from({ length: 6 }, picture)));
      await card.getByRole('button', { name: 'Done' }).click();
      await expect(card.getByText(/^Please send at most 6 photos/)).toBeVisible();
      await expect(card.getByLabel('Photos')).toBeFocused();
      await card.getByLabel('Photos').setInputFiles([]);
    }
    await expect(card.getByRole('checkbox', { name: 'Keep photo 1' })).toBeChecked();
    await card.getByRole('checkbox', { name: 'Keep photo 1' }).uncheck();
    await card.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('alert')).toHaveText(done);
    await expect(card.getByRole('img')).toHaveCount(0);
    await page.getByRole('button', { name: 'Not yet? Undo' }).click();
    await expect(page.getByRole('alert')).toHaveText(`${title} is open again.`);
    await expect(card.getByText('A lamp is broken').first()).toBeVisible();
    await expect(card.getByRole('img', { name: 'Reported, 1 of 1' })).toBeVisible();
    await card.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('alert')).toHaveText(done);
    await expect(card.getByRole('button')).toHaveCount(0);
    await phone.close();

    await open(host, '/admin/today');
    const arriving = host.getByRole('region', { name: 'Arriving today' });
    await expect(
      arriving.getByRole('listitem').filter({ hasText: title }).getByText('The home is ready'),
    ).toBeVisible();
    await open(host, '/admin/turnovers');
    await expect(item.first().getByText('Ready', { exact: true })).toBeVisible();
  });
