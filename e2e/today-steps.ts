import type { Page } from '@playwright/test';
import { query } from './database.ts';
import { open } from './goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from './site.ts';

/** The date at the homes so many days from now. */
export const inDays = (days: number): string =>
  Temporal.Now.zonedDateTimeISO('America/Chicago').toPlainDate().add({ days }).toString();

const priceOf = (nights: number) => {
  const rent = { kind: 'rent', label: `${nights} nights`, amount: nights * 20_000 };
  const tax = {
    kind: 'tax',
    label: 'Bed tax',
    jurisdiction: 'Bay County Clerk',
    step: 1,
    amount: nights * 1_000,
  };
  return { nights: [], lines: [rent, tax], total: nights * 21_000, perNight: 21_000 };
};

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => alphabet[byte % 32]).join('');

interface Stay {
  from: number;
  nights: number;
  name: string;
  status?: string;
  expiresInMinutes?: number;
}

/** A home of this test's own, which guests are not shown. */
async function addHome(title: string): Promise<string> {
  const [row] = (await query(
    `insert into properties (id, slug, title, description, price_preview, guests, beds, baths, is_listed)
     values (gen_random_uuid(), 'day-' || gen_random_uuid(), $1, 'By the sea', '$200', 6, 3, 2, false) returning id`,
    [title],
  )) as { id: string }[];
  return row?.id ?? '';
}

async function addStay(
  propertyId: string,
  { from, nights, name, status = 'confirmed', expiresInMinutes }: Stay,
) {
  const [checkin, checkout, price] = [inDays(from), inDays(from + nights), priceOf(nights)];
  const code = newCode();
  await query(
    `with quote as (
       insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans,
         cancellation_policy, check_in_from, expires_at)
       values (gen_random_uuid(), $1, $2, $3, 4, 1, $4, $5, 'usd', '[]', '{"name":"","steps":[],"graceHours":0}', '16:00', now())
       returning id
     )
     insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, pets, name, email,
       phone, total_cents, due_now_cents, balance_due_on, hold_expires_at)
     select $6, '\\x00', $7, $1, id, $2, $3, 4, 1, $8, 'today@guests.example', '+1 850 555 0177', $5, $5,
       current_date + 300, now() + make_interval(mins => $9) from quote`,
    [
      propertyId,
      checkin,
      checkout,
      JSON.stringify(price),
      price.total,
      code,
      status,
      name,
      expiresInMinutes ?? 60,
    ],
  );
  return code;
}

const removeHome = async (propertyId: string) => {
  await query('delete from bookings where property_id = $1', [propertyId]);
  await query('delete from properties where id = $1', [propertyId]);
};

export const empty = { today: '2027-07-09', readAt: '2027-07-09T20:04:00Z', currency: 'usd' };

export const quietDays = [1, 2, 3, 4, 5, 6, 7].map((day) => ({
  date: `2027-07-${String(9 + day).padStart(2, '0')}`,
  arrivals: [],
  departures: [],
}));

export const followTheDay =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    const home = await addHome(`Kitchen View ${width}`);
    try {
      await addStay(home, { from: -3, nights: 3, name: 'Lea Leaving' });
      const code = await addStay(home, { from: 0, nights: 2, name: 'Ari Arriving' });
      await addStay(home, { from: 5, nights: 2, name: 'Nora Next' });
      const asked = await addStay(home, {
        from: 20,
        nights: 3,
        name: 'Rea Request',
        status: 'requested',
        expiresInMinutes: 90,
      });
      await page.setViewportSize({ width, height: 900 });
      await open(page, '/admin/today');
      await expect(page.getByRole('heading', { level: 1, name: 'Today' })).toBeVisible();
      await expect(page.getByRole('link', { name: 'Today' })).toHaveAttribute('aria-current', 'page');

      const arriving = page.locator('section', {
        has: page.getByRole('heading', { name: 'Arriving today' }),
      });
      const arrival = arriving.getByRole('listitem').filter({ hasText: 'Ari Arriving' });
      await expect(arrival).toContainText(`Kitchen View ${width} · from 4 PM`);
      await expect(arrival).toContainText('4 guests, 1 pet');
      await expect(arrival.getByRole('link', { name: 'Ari Arriving' })).toHaveAttribute(
        'href',
        `/admin/bookings/${code}`,
      );
      await expect(arrival.getByRole('link', { name: /^Call/ })).toHaveAttribute('href', 'tel:+18505550177');
      const leaving = page.locator('section', { has: page.getByRole('heading', { name: 'Leaving today' }) });
      await expect(leaving.getByRole('listitem').filter({ hasText: 'Lea Leaving' })).toContainText(
        'until 10 AM',
      );
      await expect(page.getByText('Nora Next')).toHaveCount(2);

      const task = page.getByRole('listitem').filter({ hasText: 'Rea Request asks to book' });
      await expect(task).toContainText(/1 hour 2\d minutes left/);
      await expect(task).toContainText('$630.00');
      await expect(task).toContainText('Soon');
      await expect(task.getByRole('link', { name: /^Approve or decline/ })).toHaveAttribute(
        'href',
        `/admin/bookings/${asked}`,
      );
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
    } finally {
      await removeHome(home);
    }
  };

export const seeQuietDay =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    await page.route('**/api/admin/today', (route) =>
      route.fulfill({ json: { ...empty, coming: quietDays } }),
    );
    await page.setViewportSize({ width, height: 900 });
    await open(page, '/admin/today');
    await expect(page.getByText('Nothing to do. Every request is answered')).toBeVisible();
    await expect(page.getByRole('link', { name: '0 to do' })).toBeVisible();
    await expect(page.getByText('Nobody arrives or leaves until Friday, July 16 at least.')).toBeVisible();
    await expect(page.getByText('Friday, July 9, at the homes')).toBeVisible();
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
  };

export const downloadReports =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    const home = await addHome(`Report House ${width}`);
    try {
      const days = 900 + width;
      const code = await addStay(home, { from: days, nights: 2, name: 'Tia Taxed' });
      await query(
        `insert into payments (booking_id, kind, amount_cents, method, reason)
         select id, 'charge', 42000, 'elsewhere', 'Cash' from bookings where code = $1`,
        [code],
      );
      const month = inDays(days).slice(0, 7);
      await page.setViewportSize({ width, height: 900 });
      await open(page, `/admin/reports?from=${month}&to=${month}`);
      const taxes = page.getByRole('region', { name: 'By jurisdiction' });
      await expect(
        taxes.getByRole('row', { name: /Bay County Clerk \$400\.00 \$0\.00 \$20\.00/ }),
      ).toBeVisible();
      await expect(taxes.getByRole('row', { name: /Due in all \$20\.00/ })).toBeVisible();
      await expect(page.getByText('$420.00 charged, $0.00 refunded, $0.00 open')).toBeVisible();
      await page.getByText('How it was counted').first().click();
      await expect(page.getByText('Stays sold by Airbnb, Vrbo or Booking.com are left out')).toBeVisible();
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);

      for (const [name, file] of [
        ['Download Lodging taxes as PDF', `taxes-${month}-to-${month}.pdf`],
        ['Download Lodging taxes as CSV', `taxes-${month}-to-${month}.csv`],
        ['Download Payouts and refunds as CSV', `payouts-${month}-to-${month}.csv`],
      ] as const) {
        const download = page.waitForEvent('download');
        await page.getByRole('button', { name }).click();
        expect((await download).suggestedFilename()).toBe(file);
      }
      await page.getByRole('button', { name: 'This month' }).click();
      const payouts = page.getByRole('region', { name: 'By month and way of paying' });
      await expect(payouts.getByRole('row', { name: /Paid elsewhere/ })).toBeVisible();
    } finally {
      // Only a restore may empty the ledger.
      await query(
        `set pcb.restoring = 'on';
         delete from payments using bookings where bookings.id = booking_id and property_id = '${home}'`,
        [],
      );
      await removeHome(home);
    }
  };

/** Screens of both frames of the admin: the hosts' own, the list of what is to be done, and the tables. */
const screens = ['/admin/today', '/admin/launch', '/admin?table=amenities'];

/** Mail stands still: each screen says so, and no longer once it goes out again. */
export async function seeBlockedMail({ page }: { page: Page }): Promise<void> {
  let health: object = { blockedSince: new Date().toISOString() };
  await page.route('**/api/admin/mail', (route) => route.fulfill({ json: health }));
  const notice = page.getByText(/^No mail has gone out since \d{1,2}:\d{2} [AP]M$/);
  for (const screen of screens) {
    await open(page, screen);
    await expect(notice).toBeVisible();
    await expectNoSidewaysScrolling(page);
  }
  health = {};
  await open(page, '/admin/today');
  await expect(page.getByRole('heading', { name: 'Today' }).first()).toBeVisible();
  await expect(notice).toHaveCount(0);
}
