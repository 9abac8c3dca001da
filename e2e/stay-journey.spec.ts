import { withHost } from './admin-fixture.ts';
import { freeStay, guest, pay, reserve, seeTrip } from './booking-steps.ts';
import { open } from './goto.ts';
import { newPerson } from './sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from './site.ts';
import { addChannelStay, moveStay, moveToOwnHome, removeOwnHome } from './stay-steps.ts';

const home = 'Journey House';
const secrets = /nine-waves|behind the shutter/;

withHost.afterAll(() => removeOwnHome(home));

withHost('guest, cleaner and host follow a stay on phones', async ({ page, browser, hostCookies }) => {
  const ofHost = await browser.newContext({ viewport: page.viewportSize() });
  await ofHost.addCookies(hostCookies);
  const host = await ofHost.newPage();
  const ofCleaner = await browser.newContext({ viewport: page.viewportSize() });
  const cleaner = await ofCleaner.newPage();

  await reserve(page, await freeStay(page.request), newPerson());
  await pay(page);
  const code = await seeTrip(page);
  const guide = `/trips/${code}/guide`;
  await page.goto(guide);
  await expect(page.getByText(/three days before you arrive, you find here/)).toBeVisible();
  await expectAccessible(page);

  const { homeId, cleanerId } = await moveToOwnHome(code, home, { checkin: -3, checkout: 0 });
  await addChannelStay(homeId, { checkin: 0, checkout: 2 });
  await page.goto(guide);
  await expect(page.locator('#wifi')).toContainText('nine-waves');
  await expect(page.locator('#getting-in')).toContainText('behind the shutter');

  const arriving = host
    .getByRole('region', { name: 'Arriving today' })
    .getByRole('listitem')
    .filter({ hasText: home });
  await open(host, '/admin/today');
  await expect(arriving.getByText('The home is not ready yet')).toBeVisible();
  await expectAccessible(host);

  const made = await host.request.post(`/api/admin/cleaners/${cleanerId}/link`);
  const { url } = (await made.json()) as { url: string };
  await cleaner.goto(url);
  const card = cleaner.getByRole('article', { name: home });
  await expect(card.getByText('Same day', { exact: true })).toBeVisible();
  await expect(card.getByText('behind the shutter')).toBeVisible();
  for (const secret of [guest.name, guest.phone, code, 'nine-waves'])
    expect(await cleaner.content()).not.toContain(secret);
  await expectAccessible(cleaner);
  await card.getByRole('button', { name: 'Done' }).click();
  await expect(cleaner.getByRole('alert')).toHaveText(
    `Thank you. ${home} is done, and the hosts can see it.`,
  );

  await open(host, '/admin/today');
  await expect(arriving.getByText('The home is ready')).toBeVisible();

  await moveStay(code, { checkin: -5, checkout: -1 });
  await page.goto(guide);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Guide to ${home}`);
  expect(await page.content()).not.toMatch(secrets);
  for (const screen of [page, host, cleaner]) await expectNoSidewaysScrolling(screen);
  await ofHost.close();
  await ofCleaner.close();
});
