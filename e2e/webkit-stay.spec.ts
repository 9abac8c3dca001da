import { mergeTests } from '@playwright/test';
import { By, until, type WebDriver } from 'selenium-webdriver';
import { test as hostTest } from './admin-fixture.ts';
import { query } from './database.ts';
import { confirmed } from './paid-stay.ts';
import { newPerson } from './sign-in.ts';
import { expect, mailTo } from './site.ts';
import { test as webkitTest } from './webkit.ts';

const test = mergeTests(hostTest, webkitTest);
const waitMs = 30_000;
const home = 'WebKit House';

const readText =
  'const element = document.querySelector(arguments[0]); return element?.checkVisibility() ? element.innerText.trim() : "";';

/** Waits for a text that can be seen. It is read within the page: an element held across a load, or a takeover, is gone. */
const expectText = (driver: WebDriver, css: string, text: string | RegExp) =>
  expect
    .poll(() => driver.executeScript<string>(readText, css), { timeout: waitMs, message: css })
    .toEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text));

async function expectToFit(driver: WebDriver): Promise<void> {
  const excess = 'return document.documentElement.scrollWidth - document.documentElement.clientWidth';
  expect(await driver.executeScript(excess)).toBeLessThanOrEqual(0);
}

/** Lets a stay begin today, in a home of its own with a cleaner. @returns the cleaner's id */
async function beginStay(code: string): Promise<string> {
  const rows = await query(
    `with cleaner as (
       insert into cleaners (name, email) values ('Wes', 'wes@cleaners.example') returning id
     ), house as (
       insert into properties (id, slug, title, description, images, guests, beds, baths, price_preview, is_listed,
         house_rules, access_notes, street_address, wifi_name, wifi_password, cleaner_id)
       select gen_random_uuid(), 'webkit-' || gen_random_uuid(), $2, description, images, guests, beds, baths,
         price_preview, false, house_rules, 'The key hangs behind the shutter', '9 Gulf Drive', 'WebKitBeach', 'nine-waves', cleaner.id
       from properties, cleaner where slug = 'kid-friendly-steps-to-beach' returning id
     ), day as (
       select (now() at time zone 'America/Chicago')::date as today
     )
     update bookings set property_id = house.id, checkin = today, checkout = today + 3
     from house, day where code = $1 returning (select id from cleaner) as id`,
    [code, home],
  );
  return (rows as { id: string }[])[0]?.id ?? '';
}

test.afterAll(async () => {
  await query(
    `update bookings set status = 'cancelled', checkin = checkin + 900, checkout = checkout + 900,
       property_id = (select id from properties where slug = 'kid-friendly-steps-to-beach')
     where property_id in (select id from properties where title = $1)`,
    [home],
  );
  await query('delete from properties where title = $1', [home]);
  await query(`delete from cleaners where email = 'wes@cleaners.example'`, []);
});

test('guest, cleaner and host follow a stay on phones with WebKit', async ({
  page,
  webkit,
  hostCookies,
  baseURL,
}) => {
  const email = newPerson();
  const { code } = await confirmed(page, email, 'Wanda Phone');
  const link = async () =>
    (await mailTo(email)).flatMap(({ text }) => /\/trips\/\w+\?key=[\w-]+/.exec(text)?.[0] ?? [])[0];
  await expect.poll(link).toBeDefined();

  await webkit.get(`${baseURL}${await link()}`);
  await expectText(webkit, 'h1', /^See you at /);
  await webkit.get(`${baseURL}/trips/${code}/guide`);
  await expectText(webkit, 'h1', /^Guide to /);
  expect(await webkit.findElements(By.css('#wifi'))).toEqual([]);
  await expectToFit(webkit);

  const cleaner = await beginStay(code);
  await webkit.navigate().refresh();
  await expectText(webkit, '#wifi', 'nine-waves');
  await expectText(webkit, '#getting-in', 'The key hangs behind the shutter');
  await expectToFit(webkit);

  const made = await page.request.post(`/api/admin/cleaners/${cleaner}/link`);
  const { url } = (await made.json()) as { url: string };
  await webkit.get(url);
  await expectText(webkit, 'h1', /^Your turnovers$/);
  await expectText(webkit, 'main', home);
  expect(await webkit.getPageSource()).not.toContain('Wanda');
  await expectToFit(webkit);

  for (const { name, value } of hostCookies)
    await webkit.manage().addCookie({ name, value, path: '/', httpOnly: true, sameSite: 'Lax' });
  await webkit.get(`${baseURL}/admin/today`);
  await webkit.wait(until.elementLocated(By.xpath('//li[contains(., "Wanda Phone")]')), waitMs);
  await expectToFit(webkit);
});
