import { mergeTests } from '@playwright/test';
import { By, until } from 'selenium-webdriver';
import { test as hostTest } from '../admin-fixture.ts';
import { confirmed } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect, mailTo } from '../site.ts';
import { moveStay, moveToOwnHome, removeOwnHome } from '../stay-steps.ts';
import { test as webkitTest } from '../webkit.ts';
import { expectText, expectToFit, waitMs } from '../webkit-steps.ts';

const test = mergeTests(hostTest, webkitTest);
const home = 'WebKit House';

test.afterAll(() => removeOwnHome(home));

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

  const { cleanerId } = await moveToOwnHome(code, home, { checkin: 0, checkout: 3 });
  await webkit.navigate().refresh();
  await expectText(webkit, '#wifi', 'nine-waves');
  await expectText(webkit, '#getting-in', 'The key hangs behind the shutter');
  await expectToFit(webkit);

  const made = await page.request.post(`/api/admin/cleaners/${cleanerId}/link`);
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

  for (const { name } of hostCookies) await webkit.manage().deleteCookie(name);
  await moveStay(code, { checkin: -5, checkout: -1 });
  await webkit.get(`${baseURL}/trips/${code}/guide`);
  await expectText(webkit, 'h1', /^Guide to /);
  for (const secret of ['nine-waves', 'behind the shutter'])
    expect(await webkit.getPageSource()).not.toContain(secret);
});
