import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { openStaysForFile } from '../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const { slug } = await stays.addProperty();
const close = () => host.request('POST', '/api/admin/launch/close', { json: {} });
const refuse = (isRefused: boolean) =>
  fetch(`${stays.platform.settings.stripe.apiUrl}/stripe/test/expire`, {
    method: 'PUT',
    body: JSON.stringify({ refuse: isRefused }),
  });

test('the site stays open while a payment page cannot be expired, then closes and lets the hold go', async () => {
  const hold = await stays.hold(slug, {}, 60);
  await refuse(true);
  const refused = await close();
  expect([refused.status, (await refused.json()).reason]).toEqual([409, 'payment_under_way']);
  expect((await stays.stored(hold.code)).status).toBe('held');
  await refuse(false);
  const closed = await close();
  expect([closed.status, (await closed.json()).state]).toEqual([200, 'closed']);
  expect((await stays.stored(hold.code)).status).toBe('released');
});

const setOpen = async () => {
  await stays.db.updateTable('site_settings').set({ opened_at: new Date() }).execute();
  stays.platform.content.clear();
};

test('a bank debit under way goes on, and keeps its nights', async () => {
  await setOpen();
  const hold = await stays.hold(slug, {}, 70);
  await stays.step(stays.sessionOf(hold.checkoutUrl), 'complete', { unpaid: true });
  const closed = await close();
  expect([closed.status, (await closed.json()).state]).toEqual([200, 'closed']);
  expect((await stays.stored(hold.code)).status).toBe('held');
});

test('payment pages of the shop are expired, too, or keep the site open', async () => {
  await setOpen();
  const session = await stays.open();
  await refuse(true);
  const refused = await close();
  expect([refused.status, (await refused.json()).reason]).toEqual([409, 'payment_under_way']);
  await refuse(false);
  expect((await close()).status).toBe(200);
  const states = (await stays.sessions()).filter(({ id }) => id === session).map(({ status }) => status);
  expect(states).toEqual(['expired']);
});

test('the balance of a confirmed stay can be paid while the site is closed, and a page for it stays open', async () => {
  await setOpen();
  const home = await stays.addProperty({ deposit_percent: 30, balance_due_days: 30 });
  const booked = await stays.confirmed(home.slug, { plan: 'deposit' }, 80);
  const paying = await (await stays.act(booked, 'checkout')).json();
  expect((await close()).status).toBe(200);
  const [page] = (await stays.sessions()).filter(({ id }) => id === stays.sessionOf(paying.url));
  expect(page?.status).toBe('open');
});
