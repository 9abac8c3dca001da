import { By, until, type WebDriver } from 'selenium-webdriver';
import { freeNights, freeStay, guest, ledger } from './booking-steps.ts';
import { isTakenOver } from './goto.ts';
import { newPerson } from './sign-in.ts';
import { expect, test } from './webkit.ts';
import { button, expectToFit, heading, scrollTo, see, tap, waitMs } from './webkit-steps.ts';

/** Chooses a day in the calendar, as a finger does: its date fields open a wheel on an iPhone, but not here. */
async function tapDay(driver: WebDriver, date: string): Promise<void> {
  const name = new Date(date).toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  const day = `//*[@role="gridcell"]//*[@role="button"][contains(., "${name}")]`;
  await see(driver, '//*[@role="gridcell"]//*[@role="button"]');
  const isThere = async () => (await driver.findElements(By.xpath(day))).length > 0;
  for (let months = 0; months < 12 && !(await isThere()); months += 1)
    await tap(driver, button('Next month'));
  await tap(driver, day);
}

const hasFocus = 'return document.activeElement?.matches(arguments[0]) ?? false;';

/** Gives a field in the browser a value, as the wheel does that an iPhone opens. */
const turnWheel = `const field = document.querySelector(arguments[0]);
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set.call(field, arguments[1]);
  field.dispatchEvent(new Event('input', { bubbles: true }));
  field.dispatchEvent(new Event('change', { bubbles: true }));`;

test.afterEach(freeNights);

test('a guest with a phone books, pays and cancels in WebKit', async ({ webkit, request, baseURL }) => {
  const stay = await freeStay(request);
  const width = async () => Number(await webkit.executeScript('return innerWidth'));
  expect(await width()).toBe(390);
  const address = async () => new URL(await webkit.getCurrentUrl()).pathname;

  await webkit.get(`${baseURL}/`);
  await webkit.wait(() => webkit.executeScript<boolean>(`return (${isTakenOver})()`), waitMs);
  await tap(webkit, `//header${button('Book Now')}[not(ancestor::nav)]`);
  await webkit.wait(() => webkit.executeScript<boolean>(hasFocus, '#hero [name=checkin]'), waitMs);
  for (const [name, value] of Object.entries({ checkin: stay.checkin, checkout: stay.checkout, guests: '4' }))
    await webkit.executeScript(turnWheel, `#hero [name=${name}]`, value);
  await tap(webkit, `//*[@id="hero"]${button('Show free homes')}`);
  // The address is there before its page: the cards of the home page are articles, too.
  await see(webkit, heading('Find your nights at the beach'));
  await tap(webkit, '//article[contains(., "The Beachcomber")]//h3//a');
  await see(webkit, heading('The Beachcomber'));
  await expectToFit(webkit);
  // The router scrolls to the top of a new page after its heading is there, and the calendar loads once it is near.
  await webkit.wait(async () => {
    await scrollTo(webkit, await see(webkit, '//h2[normalize-space()="When it is free"]'));
    return (await webkit.findElements(By.xpath('//*[@role="gridcell"]//*[@role="button"]'))).length > 0;
  }, waitMs);
  await tapDay(webkit, stay.checkin);
  await see(webkit, '//*[@role="status"][contains(., "Now choose your check-out day")]');
  await tapDay(webkit, stay.checkout);
  await tap(webkit, '//section[@aria-label="Book The Beachcomber"]//a[contains(., "Book these nights")]');

  const details = { name: guest.name, email: newPerson(), phone: guest.phone };
  for (const [name, value] of Object.entries(details))
    await (await see(webkit, `//input[@id="details-${name}"]`)).sendKeys(value);
  await tap(webkit, '//input[@name="agreed"]');
  await expectToFit(webkit);
  await tap(webkit, '//button[starts-with(normalize-space(), "Reserve and pay")]');

  await webkit.wait(until.urlContains('/stripe/pay/'), waitMs);
  await tap(webkit, button('Pay'));
  await see(webkit, heading('See you at The Beachcomber'));
  await expectToFit(webkit);
  const code = (await address()).replace('/trips/', '');
  await webkit.wait(() => webkit.executeScript<boolean>(`return (${isTakenOver})()`), waitMs);
  await tap(webkit, button('Cancel this stay'));
  await tap(webkit, `//*[@role="alertdialog"]${button('Cancel my stay')}`);
  await see(webkit, heading('This stay was cancelled'));
  await expect.poll(() => ledger(code)).toHaveLength(2);
  const [charge, refund] = await ledger(code);
  expect(refund).toBe(charge?.replace('charge', 'refund'));
});
