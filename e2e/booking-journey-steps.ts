import type { Locator, Page } from '@playwright/test';
import {
  agree,
  atPayment,
  cards,
  fillDetails,
  freeStay,
  guest,
  ledger,
  pathOf,
  pay,
  reserve,
  type Stay,
  seeTrip,
} from './booking-steps.ts';
import { open } from './goto.ts';
import { newPerson } from './sign-in.ts';
import { expect, mailTo, standIns } from './site.ts';

interface MailMessage {
  subject: string;
  attachments: { filename: string }[];
}

/** Cancels the open trip, and expects a full refund. */
async function cancelForTheWholeSum(page: Page, press: (button: Locator) => Promise<void>): Promise<void> {
  const paid = (await page.getByText(/^\$[\d,.]+ paid$/).textContent())?.replace(' paid', '') ?? '';
  await press(page.getByRole('button', { name: 'Cancel this stay' }));
  const question = page.getByRole('alertdialog', { name: 'Cancel this stay?' });
  await expect(question).toContainText(paid);
  await press(question.getByRole('button', { name: 'Cancel my stay' }));
  await expect(page.getByText(`${paid} paid, ${paid} refunded`)).toBeVisible();
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('This stay was cancelled');
  await expect(heading).toBeFocused();
}

/** Counts what a guest with a finger presses, and the screens on which something is pressed. */
export function counter(page: Page) {
  const screens = new Set<string>();
  let taps = 0;
  const see = () => {
    const { pathname, searchParams } = new URL(page.url());
    screens.add(`${pathname} ${searchParams.get('property') ?? ''}`);
  };
  const press = async (target: Locator): Promise<void> => {
    await target.waitFor();
    see();
    taps += 1;
    await target.click();
  };
  return {
    screens,
    see,
    press,
    taps: () => taps,
    /** Types into a field, which is pressed first unless it has the focus. */
    async type(field: Locator, text: string): Promise<void> {
      if (!(await field.evaluate((element) => element === document.activeElement))) await press(field);
      await field.fill(text);
    },
  };
}

/** Chromium’s date fields take month, day and year as digits. */
const typedDate = (date: string) => `${date.slice(5, 7)}${date.slice(8)}${date.slice(0, 4)}`;

/** Goes on with Tab until an element has the focus. */
async function tabTo(page: Page, target: Locator): Promise<void> {
  const hasFocus = () => target.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 200; presses += 1) {
    if (await hasFocus()) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`Tab never reaches ${target}`);
}

/** Guests who book, have booked or pay find no button that leads back to the dates of another stay. */
const expectNoBookNow = (page: Page) => expect(page.getByRole('banner').getByText('Book Now')).toHaveCount(0);

/** Books a stay from the home page to the payment, with as few presses as the site needs. */
export const bookInElevenTaps = async ({ page }: { page: Page }) => {
  const stay = await freeStay(page.request);
  const { press, type, see, screens, taps } = counter(page);
  await open(page, '/');
  const hero = page.locator('#hero');
  await expect(hero.getByLabel('Check-in')).not.toBeFocused();
  await press(page.getByRole('banner').getByRole('button', { name: 'Book Now' }).first());
  await expect(hero.getByLabel('Check-in')).toBeFocused();
  await type(hero.getByLabel('Check-in'), stay.checkin);
  await type(hero.getByLabel('Check-out'), stay.checkout);
  await type(hero.getByLabel('Guests'), '4');
  await press(hero.getByRole('button', { name: 'Show free homes' }));
  await press(page.getByRole('link', { name: /Choose this home.*The Beachcomber/ }));
  await page.getByRole('button', { name: 'Reserve and pay' }).waitFor();
  await expectNoBookNow(page);
  await expect(page.getByRole('region', { name: 'Your stay' })).toContainText('5 nights4 guests');
  await type(page.getByLabel('Name'), guest.name);
  await type(page.getByRole('textbox', { name: 'Email' }).first(), newPerson());
  await type(page.getByLabel('Phone'), guest.phone);
  await press(page.getByRole('checkbox', { name: 'I agree to the house rules' }));
  await press(page.getByRole('button', { name: 'Reserve and pay' }));
  await atPayment(page);
  await press(page.getByRole('button', { name: 'Pay', exact: true }));
  await seeTrip(page);
  see();
  expect(taps()).toBeLessThanOrEqual(11);
  expect([...screens]).toHaveLength(5);
};

/** Neither the search nor the home's own page calls nights booked that this browser holds. */
async function expectHeldElsewhere(page: Page, stay: Stay): Promise<void> {
  const { searchParams } = new URL(pathOf(stay), 'http://localhost');
  searchParams.delete('property');
  const held = page.getByRole('region', { name: 'Your hold' });
  await page.goto(`/book?${searchParams}`);
  await expect(held).toContainText('in The Beachcomber for 4 guests');
  const result = page.getByRole('article').filter({ hasText: 'The Beachcomber' });
  await expect(result).toContainText('You hold these nights.');
  await expect(result.getByRole('link', { name: /waitlist/ })).toHaveCount(0);
  await page.goto(`/stays/${stay.property}?${searchParams}`);
  const box = page.getByRole('complementary', { name: 'Price and booking' });
  await expect(box.getByRole('region', { name: 'Your hold' })).toContainText('Held for you');
  await expect(box.getByRole('link', { name: 'Book these nights' })).toHaveCount(0);
  // The server draws five nights and the day of the check-out as chosen.
  const html = await (await page.request.get(page.url())).text();
  expect(html.match(/, chosen<\/span>/g)).toHaveLength(6);
}

export const bookPayAndCancel = async ({ page }: { page: Page }) => {
  const email = newPerson();
  const stay = await freeStay(page.request);
  await open(page, pathOf(stay));
  const fields = page.locator('main form:has([name=email][id^=details]) :is(input, textarea):visible');
  const names = await fields.evaluateAll((all) => all.map((field) => field.getAttribute('name')));
  expect(names).toEqual(['name', 'email', 'phone', 'agreed', 'laterCharges']);
  await fillDetails(page, email);
  await page.getByRole('button', { name: 'Reserve and pay' }).click();

  await atPayment(page);
  await page.goto(pathOf(stay));
  await expect(page.getByRole('heading', { name: /^Held for you, 3[3-6] minutes left$/ })).toBeVisible();
  const held = page.getByRole('region', { name: 'Your hold' });
  await expect(held).toContainText(/\$[\d,]+\.\d\d now/);
  await expect(page.getByRole('button', { name: /^Reserve and pay/ })).toBeHidden();
  await expectHeldElsewhere(page, stay);
  await page.goto(pathOf(stay));
  await held.getByRole('button', { name: 'Pay now' }).click();
  await atPayment(page);
  await page.getByRole('link', { name: 'Back' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nights are held for you');
  await expectNoBookNow(page);
  // The hold lasts 36 minutes, some of which the payment page and the return from it took.
  await expect(page.getByText(/^3[3-6]:\d\d left$/)).toBeVisible();
  await page.getByRole('button', { name: 'Pay now' }).click();
  await pay(page);
  await seeTrip(page);
  await expectNoBookNow(page);
  await expect(async () => {
    const messages: MailMessage[] = await (
      await fetch(`${standIns}/mail/messages?to=${encodeURIComponent(email)}`)
    ).json();
    // Two jobs send these mails, so they arrive in any order.
    expect(messages).toHaveLength(2);
    const confirmed = messages.find(({ subject }) => subject.startsWith('Confirmed: The Beachcomber'));
    expect(confirmed?.attachments).toHaveLength(2);
  }).toPass();
  await cancelForTheWholeSum(page, (button) => button.click());
  await page.reload();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('This stay was cancelled');
};

export const bookByKeyboard = async ({ page }: { page: Page }) => {
  const stay = await freeStay(page.request);
  const { keyboard } = page;
  const press = async (target: Locator) => {
    await tabTo(page, target);
    await keyboard.press('Enter');
  };
  const type = async (target: Locator, text: string) => {
    await tabTo(page, target);
    await keyboard.type(text);
  };
  await open(page, '/book');
  await type(page.getByLabel('Check-in'), typedDate(stay.checkin));
  await type(page.getByLabel('Check-out'), typedDate(stay.checkout));
  await press(page.getByRole('button', { name: 'Show free homes' }));
  const home = page.getByRole('link', { name: /Choose this home.*The Beachcomber/ });
  await home.waitFor();
  await press(home);
  await page.getByRole('button', { name: 'Reserve and pay' }).waitFor();
  await type(page.getByLabel('Name'), guest.name);
  await type(page.getByRole('textbox', { name: 'Email' }).first(), newPerson());
  await type(page.getByLabel('Phone'), guest.phone);
  const box = page.getByRole('checkbox', { name: /^I agree/ });
  await tabTo(page, box);
  await keyboard.press('Space');
  await expect(box).toBeChecked();
  await press(page.getByRole('button', { name: 'Reserve and pay' }));
  await atPayment(page);
  await press(page.getByRole('button', { name: 'Pay', exact: true }));
  await seeTrip(page);
  const cancel = page.getByRole('button', { name: 'Cancel this stay' });
  await press(cancel);
  await page.getByRole('alertdialog', { name: 'Cancel this stay?' }).waitFor();
  await keyboard.press('Escape');
  await expect(cancel).toBeFocused();
  await cancelForTheWholeSum(page, press);
};

export const payWithAnotherCard = async ({ page }: { page: Page }) => {
  const email = newPerson();
  await reserve(page, await freeStay(page.request), email);
  await pay(page, cards.declined);
  await expect(page.getByRole('alert')).toContainText(/declined/i);
  await pay(page);
  const charges = await ledger(await seeTrip(page));
  expect(charges).toHaveLength(1);
  await expect.poll(async () => (await mailTo(email)).map(({ subject }) => subject)).toHaveLength(2);
};

export const bookWithoutScripts = async ({ page }: { page: Page }) => {
  const stay = await freeStay(page.request);
  await page.goto('/book');
  await page.getByLabel('Check-in').fill(stay.checkin);
  await page.getByLabel('Check-out').fill(stay.checkout);
  await page.getByRole('button', { name: 'Show free homes' }).click();
  await page.getByRole('link', { name: /Choose this home.*The Beachcomber/ }).click();
  await expect(page).toHaveURL(pathOf(stay).replace('guests=4', 'guests=2'));
  await fillDetails(page, newPerson());
  await agree(page);
  await page.getByRole('button', { name: 'Reserve and pay' }).click();
  // A browser keeps the form's own fragment when it is sent on.
  await page.waitForURL(/\/book\/[0-9A-Z]{8}#details$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Your nights are held for you');
  await page.getByRole('button', { name: 'Pay now' }).click();
  await pay(page);
  await page.waitForURL(/\/trips\/[0-9A-Z]{8}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('See you at The Beachcomber');
};
