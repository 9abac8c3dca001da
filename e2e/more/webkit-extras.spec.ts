import { mergeTests } from '@playwright/test';
import { until } from 'selenium-webdriver';
import { withHost } from '../admin-fixture.ts';
import { freeNights, freeStay, guest, ledger, pathOf } from '../booking-steps.ts';
import { isTakenOver } from '../goto.ts';
import { newPerson } from '../sign-in.ts';
import { moveToOwnHome, removeOwnHome } from '../stay-steps.ts';
import { expect, test as webkitTest } from '../webkit.ts';
import { button, expectText, expectToFit, heading, isText, see, tap, waitMs } from '../webkit-steps.ts';

const test = mergeTests(withHost, webkitTest);
const home = 'WebKit Extras House';
const early = 'Early check-in at 1 PM';

test.afterEach(freeNights);
test.afterEach(() => removeOwnHome(home));

test('a guest with a phone adds an extra, asks for a time and shares the stay in WebKit', async ({
  webkit,
  playwright,
  hostCookies,
  baseURL,
}) => {
  const host = await playwright.request.newContext({
    baseURL,
    storageState: { cookies: hostCookies, origins: [] },
  });
  await webkit.get(`${baseURL}${pathOf(await freeStay(host))}`);
  await tap(webkit, `//summary[${isText('Add to your stay')}]`);
  await tap(webkit, '//label[contains(., "Beach cart for the stay")]');
  await webkit.wait(until.urlMatches(/[?&]extra=/), waitMs);
  await expectText(webkit, 'aside dl', 'Beach cart for the stay');
  await expectToFit(webkit);
  const details = { name: guest.name, email: newPerson(), phone: guest.phone };
  for (const [name, value] of Object.entries(details))
    await (await see(webkit, `//input[@id="details-${name}"]`)).sendKeys(value);
  await tap(webkit, '//input[@name="agreed"]');
  await tap(webkit, '//button[starts-with(normalize-space(), "Reserve and pay")]');
  await webkit.wait(until.urlContains('/stripe/pay/'), waitMs);
  await tap(webkit, button('Pay'));
  await see(webkit, heading('See you at The Beachcomber'));
  const trip = new URL(await webkit.getCurrentUrl()).pathname;
  const code = trip.replace('/trips/', '');

  await moveToOwnHome(code, home, { checkin: 2, checkout: 5 });
  const openTrip = async () => {
    await webkit.get(`${baseURL}${trip}`);
    await webkit.wait(() => webkit.executeScript<boolean>(`return (${isTakenOver})()`), waitMs);
  };
  await openTrip();
  await expectText(webkit, '#extras', 'In your booking');
  await tap(webkit, button(`Ask for it: ${early}`));
  await expectText(webkit, '#extras', 'Asked for');
  await expectToFit(webkit);

  const { asked } = await (await host.get('/api/admin/extras/asked')).json();
  const { id } = asked.find((extra: { code: string }) => extra.code === code);
  const approved = await host.post(`/api/admin/bookings/${code}/extras/${id}/approve`, { data: {} });
  expect(approved.status()).toBe(200);

  await openTrip();
  await expectText(webkit, 'main', 'Check-in from 1 PM');
  await tap(webkit, '//button[starts-with(normalize-space(), "Pay $")]');
  await webkit.wait(until.urlContains('/stripe/pay/'), waitMs);
  await tap(webkit, button('Pay'));
  await webkit.wait(until.urlContains(trip), waitMs);
  await expectText(webkit, '#extras', /Early check-in[\s\S]*Paid/);
  await expect.poll(() => ledger(code)).toHaveLength(2);

  await openTrip();
  await (await see(webkit, '//input[@id="companion-name"]')).sendKeys('The Lees');
  await tap(webkit, button('Make a link'));
  const link = await see(webkit, '//input[@aria-label="Link for The Lees"]');
  await expectToFit(webkit);
  const url = (await link.getAttribute('value')) ?? '';

  await webkit.manage().deleteAllCookies();
  await webkit.get(url);
  await see(webkit, heading(`Hello The Lees, see you at ${home}`));
  await expectText(webkit, 'main', 'check-in from 1 PM');
  await expectText(webkit, '#getting-in', 'The key hangs behind the shutter');
  await expectToFit(webkit);
  expect(await webkit.getPageSource()).not.toMatch(new RegExp(`${guest.name}|${code}|Early check-in|\\$\\d`));
  await host.dispose();
});
