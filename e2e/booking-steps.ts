import type { APIRequestContext, Page } from '@playwright/test';
import { query } from './database.ts';
import { open, scriptsAreThere } from './goto.ts';
import { property as heldProperty } from './paid-stay.ts';
import { putCalendar } from './put-calendar.ts';
import { newPerson } from './sign-in.ts';
import { expect, mailTo, standIns } from './site.ts';

export interface Stay {
  property: string;
  checkin: string;
  checkout: string;
}

export const guest = { name: 'Ann Guest', phone: '850 555 0123' };
export const cards = {
  good: '4242424242424242',
  declined: '4000000000000002',
  declinedLater: '4000000000000341',
};

interface CalendarDay {
  date: string;
  isFree: boolean;
  canArrive: boolean;
  canDepart: boolean;
  minNights: number;
}

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

/** The first five nights that can be booked about four months ahead, so that a deposit is offered. */
export async function freeStay(api: APIRequestContext, property = 'the-beachcomber'): Promise<Stay> {
  const nights = 5;
  const response = await api.get(
    `/api/properties/${property}/calendar?from=${inDays(110)}&to=${inDays(230)}`,
  );
  const { days } = (await response.json()) as { days: CalendarDay[] };
  const first = days.findIndex(
    ({ canArrive, minNights }, index) =>
      canArrive &&
      minNights <= nights &&
      days[index + nights]?.canDepart &&
      days.slice(index, index + nights).every(({ isFree }) => isFree),
  );
  const [checkin, checkout] = [days[first]?.date, days[first + nights]?.date];
  if (!checkin || !checkout) throw new Error(`${property} has no free nights`);
  return { property, checkin, checkout };
}

/** Frees the nights of all new guests, so that the next test finds some. */
export const freeNights = () =>
  query(
    `update bookings set status = case when status = 'confirmed' then 'cancelled' else 'expired' end
     where status in ('held', 'requested', 'confirmed') and email like 'guest-%@example.com'`,
    [],
  );

export const pathOf = ({ property, checkin, checkout }: Stay) =>
  `/book?property=${property}&checkin=${checkin}&checkout=${checkout}&guests=4&pets=0`;

/** Fills in who comes, and agrees to everything. */
export async function fillDetails(
  page: Pick<Page, 'getByLabel' | 'getByRole'>,
  email: string,
): Promise<void> {
  await page.getByLabel('Name').fill(guest.name);
  await page.getByRole('textbox', { name: 'Email' }).first().fill(email);
  await page.getByLabel('Phone').fill(guest.phone);
  await agree(page);
}

export async function agree(page: Pick<Page, 'getByRole'>): Promise<void> {
  // A document arrives in parts, and the button comes after the checkbox.
  await page.getByRole('button', { name: /^(Reserve and pay|Ask the hosts for these nights)/ }).waitFor();
  await page.getByRole('checkbox', { name: /^I agree/ }).check();
}

/** Opens the form with which dates and guests of a priced stay are changed; on phones it is folded. */
export const changeStay = (page: Page) =>
  page.getByRole('button', { name: 'Change dates or guests' }).click();

/** Opens a stay, fills everything in and goes on to the payment page, or to the page of a request. */
export async function reserve(page: Page, stay: Stay, email: string, plan?: 'deposit'): Promise<void> {
  await open(page, pathOf(stay));
  if (plan) await page.getByRole('radio', { name: /^Deposit now/ }).check();
  await fillDetails(page, email);
  await page.getByRole('button', { name: /^(Reserve and pay|Ask the hosts for these nights)/ }).click();
}

export const atPayment = (page: Page) => page.waitForURL(/\/stripe\/pay\//);

/** Pays on the payment page with a test card, and waits for what follows. */
export async function pay(page: Page, card = cards.good): Promise<void> {
  await atPayment(page);
  await page.locator(`input[name=card][value="${card}"]`).check();
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
}

/** @returns the code of the booking */
export async function seeTrip(page: Page, title = 'The Beachcomber'): Promise<string> {
  await page.waitForURL(/\/trips\/[0-9A-Z]{8}$/);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(`See you at ${title}`);
  await scriptsAreThere(page);
  return new URL(page.url()).pathname.split('/').at(-1) ?? '';
}

/** The first link to a page of the site in the newest mail with this subject, once it is there. */
export async function linkInMail(
  email: string,
  subject: RegExp,
  path: '/book/' | '/trips/',
): Promise<string> {
  const find = async () => (await mailTo(email)).find((mail) => subject.test(mail.subject))?.text ?? '';
  await expect.poll(find).not.toBe('');
  const link = new RegExp(`\\S*${path}[0-9A-Z]{8}\\?key=[\\w-]+`).exec(await find())?.[0];
  if (!link) throw new Error(`No link to ${path} in the mail ${subject}`);
  return link.slice(link.indexOf(path));
}

/** Runs what the site does every two minutes, for payments that began long ago. */
export async function runJob(): Promise<void> {
  await query(`update payment_attempts set created_at = created_at - interval '10 minutes'`, []);
  await query(`select graphile_worker.add_job('run_bookings')`, []);
}

/** The rows of a booking’s ledger, in the order in which they were written. */
export async function ledger(code: string): Promise<string[]> {
  const rows = (await query(
    `select kind, amount_cents from payments join bookings on bookings.id = booking_id where code = $1 order by payments.created_at`,
    [code],
  )) as { kind: string; amount_cents: number }[];
  return rows.map(({ kind, amount_cents }) => `${kind} ${amount_cents}`);
}

/** Sets the stand-in for the card provider to some faults; with none it is in order again. */
export async function setStripe(faults: object = {}): Promise<void> {
  await fetch(`${standIns}/stripe/switches`, { method: 'DELETE' });
  await fetch(`${standIns}/stripe/switches`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(faults),
  });
}

/** Books nights as another guest. */
export async function takeNights({ property, checkin, checkout }: Stay): Promise<void> {
  const site = `http://localhost:${process.env.E2E_PORT}`;
  const send = async (path: string, body: object): Promise<{ id: string }> => {
    const response = await fetch(`${site}/api/${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': crypto.randomUUID() },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(201);
    return (await response.json()) as { id: string };
  };
  const { id: quoteId } = await send('quotes', { property, checkin, checkout, guests: 2, pets: 0 });
  const agreed = { houseRules: true, cancellation: true };
  await send('bookings', { quoteId, ...guest, email: newPerson(), plan: 'full', agreed });
}

/** Another channel sells nights of the home of `paid-stay.ts`. @returns what takes its calendar away again */
export async function setCalendar(
  name: string,
  stay: Pick<Stay, 'checkin' | 'checkout'>,
): Promise<() => Promise<unknown>> {
  const url = await putCalendar(name, stay);
  await query(
    `insert into calendar_feeds (property_id, channel, url) select id, 'vrbo', $1 from properties where slug = $2`,
    [url, heldProperty],
  );
  // A payment page reads the calendars of a home at most once in 10 s, and its hold may just have done so.
  await query(
    'delete from calendar_rechecks using properties where properties.id = property_id and slug = $1',
    [heldProperty],
  );
  return () => query('delete from calendar_feeds where url = $1', [url]);
}

/** Sets how the home of `paid-stay.ts` is booked, and waits until its page shows it. */
export async function setMode(mode: 'instant' | 'request'): Promise<void> {
  await query('update properties set booking_mode = $1 where slug = $2', [mode, heldProperty]);
  const url = `http://localhost:${process.env.E2E_PORT}/api/properties/${heldProperty}`;
  await expect.poll(async () => (await (await fetch(url)).json()).bookingMode).toBe(mode);
}

/** The input in the guest's fields. */
export const typedDetails = (page: Page): Promise<string[]> =>
  Promise.all(['name', 'email', 'phone'].map((name) => page.locator(`#details-${name}`).inputValue()));
