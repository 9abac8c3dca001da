import sharp from 'sharp';
import { test as hostTest } from './admin-fixture.ts';
import { query, runJob } from './database.ts';
import { open } from './goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, standIns } from './site.ts';

const test = hostTest;

const mails = async (to: string): Promise<{ subject: string; text: string }[]> =>
  (await fetch(`${standIns}/mail/messages?to=${to}`)).json();
const picture = async () => ({
  name: 'lamp.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 90, height: 60, channels: 3, background: '#8fc7bd' } })
    .jpeg()
    .toBuffer(),
});
const secrets = ['Zebulon Quartz', 'zebulon@secret.example', '212 555 0199'];

/** A home that guests leave today and into which others move today, and its cleaner. */
async function prepare(title: string): Promise<{ email: string; id: string }> {
  const email = `cleaner-${Date.now()}@example.com`;
  const [cleaner] = (await query(`insert into cleaners (name, email) values ('Ana', $1) returning id`, [
    email,
  ])) as { id: string }[];
  const [home] = (await query(
    `insert into properties (id, slug, title, description, guests, beds, baths, price_preview, cleaner_id, street_address, access_notes, is_listed)
     values (gen_random_uuid(), $1, $2, 'A test', 6, 3, 2, '$1', $3, '12 Gulf Lane', 'Key box 4711', false) returning id`,
    [`cleaned-${Date.now()}`, title, cleaner?.id],
  )) as { id: string }[];
  await query(
    `with day as (select (now() at time zone 'America/Chicago')::date as today),
     stay as (
       select gen_random_uuid() as quote, today + first as checkin, today + last as checkout, code
       from day, (values (-3, 0, 'C'), (0, 2, 'D')) as span (first, last, code)
     ), quoted as (
       insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans, cancellation_policy, check_in_from, expires_at)
       select quote, $1, checkin, checkout, 4, 1, '{"nights":[],"lines":[],"total":0}', 0, 'usd', '[]', '{"name":"","steps":[],"graceHours":0}', '16:00', now()
       from stay returning id
     )
     insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, pets, name, email, phone, total_cents, due_now_cents)
     select code || lpad((extract(epoch from clock_timestamp())::bigint % 10000000)::text, 7, '0'), '\\x00', 'confirmed', $1, quote, checkin, checkout, 4, 1, $2, $3, $4, 0, 0
     from stay`,
    [home?.id, ...secrets],
  );
  await query(
    `update turnover_changes set created_at = now() - interval '20 minutes' where cleaner_id = $1`,
    [cleaner?.id],
  );
  return { email, id: cleaner?.id ?? '' };
}

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

    await card.getByRole('button', { name: 'Done' }).click();
    await expect(page.getByRole('alert')).toHaveText(
      `Thank you. ${title} is done, and the hosts can see it.`,
    );
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

test('hosts give a turnover away, leave a note and make a new link, which ends the old one', async ({
  page,
}) => {
  const title = `Test House ${Date.now()}`;
  const { id } = await prepare(title);
  await open(page, '/admin/turnovers');
  const item = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('heading', { name: title }) })
    .first();
  await item.getByLabel('Note for the cleaner').fill('Bring bulbs');
  await item.getByRole('button', { name: 'Save' }).click();
  await expect(item.getByText('Saved')).toBeVisible();
  await expect(item.getByLabel('Note for the cleaner')).toHaveValue('Bring bulbs');
  const links: string[] = [];
  for (const _ of [1, 2]) {
    const row = page
      .getByRole('region', { name: 'Cleaners' })
      .getByRole('listitem')
      .filter({ hasText: 'Ana' });
    await row.last().getByRole('button', { name: 'New link' }).click();
    await page.getByRole('button', { name: 'Make a new link' }).click();
    await expect(page.getByRole('alertdialog')).toHaveCount(0);
    links.push(await row.last().getByLabel('Link of Ana').inputValue());
  }
  const [first = '', second = ''] = links;
  expect(first).not.toBe(second);
  expect((await page.request.get(first)).status()).toBe(404);
  expect((await page.request.get(second)).status()).toBe(200);
  await expectAccessible(page);
  for (const width of [320, 390, 820, 1440]) {
    await page.setViewportSize({ width, height: 844 });
    await expectNoSidewaysScrolling(page);
  }
  expect(await query('select 1 from turnovers where cleaner_id = $1', [id])).not.toEqual([]);
});
