import { readFileSync } from 'node:fs';
import type { Page } from '@playwright/test';
import { query } from './database.ts';
import { open } from './goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from './site.ts';

export const today = Temporal.Now.plainDateISO('America/Chicago');

export const year = today.year;

const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

const newCode = () =>
  [...crypto.getRandomValues(new Uint8Array(8))].map((byte) => alphabet[byte % 32]).join('');

/** A home of this test's own, which guests are not shown. */
export async function addHome(title: string): Promise<{ id: string; slug: string }> {
  const [row] = await query(
    `insert into properties (id, slug, title, description, price_preview, guests, beds, baths, is_listed, created_at)
     values (gen_random_uuid(), 'figures-' || gen_random_uuid(), $1, 'By the sea', '$200', 6, 3, 2, false,
       now() - interval '4 years')
     returning id, slug`,
    [title],
  );
  return row as { id: string; slug: string };
}

/** A confirmed stay for $200 a night, booked 60 days ahead. */
export async function addStay(
  propertyId: string,
  checkin: string,
  nights: number,
  source = 'site',
): Promise<void> {
  const checkout = Temporal.PlainDate.from(checkin).add({ days: nights }).toString();
  const bookedAt = Temporal.PlainDate.from(checkin).subtract({ days: 60 }).toString();
  const lines = [{ kind: 'rent', label: 'Nights', amount: nights * 20_000 }];
  const price = JSON.stringify({ nights: [], lines, total: nights * 20_000, perNight: 20_000 });
  await query(
    `with quote as (
       insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans,
         cancellation_policy, check_in_from, expires_at)
       values (gen_random_uuid(), $1, $2, $3, 2, 0, $4, $5, 'usd', '[]', '{"name":"","steps":[],"graceHours":0}', '16:00', now())
       returning id
     )
     insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
       total_cents, due_now_cents, source, confirmed_at, created_at, arrival_sent_at)
     select $6, '\\x00', 'confirmed', $1, id, $2, $3, 2, 'Fay Figure', 'fay@guests.example', $5, $5, $8,
       $7::date + interval '18 hours', $7::date + interval '18 hours', now()
     from quote`,
    [propertyId, checkin, checkout, price, nights * 20_000, newCode(), bookedAt, source],
  );
}

async function addReservation(propertyId: string, checkin: string, checkout: string): Promise<void> {
  await query(
    `with feed as (
       insert into calendar_feeds (property_id, channel, url, is_active)
       values ($1, 'airbnb', 'https://airbnb.example/figures.ics', false) returning id
     )
     insert into feed_events (feed_id, property_id, uid, kind, checkin, checkout)
     select id, $1, 'figures', 'reservation', $2, $3 from feed`,
    [propertyId, checkin, checkout],
  );
}

export async function removeHome(id: string): Promise<void> {
  await query('delete from bookings where property_id = $1', [id]);
  await query('delete from properties where id = $1', [id]);
}

export const compareSummers =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    const { id, slug } = await addHome(`Figures House ${width}`);
    const summer = year - 1;
    try {
      await addStay(id, `${summer}-06-10`, 20);
      await addStay(id, `${summer}-07-30`, 4, 'agent');
      await addReservation(id, `${summer}-08-10`, `${summer}-08-20`);
      await addStay(id, `${summer - 1}-07-01`, 20);
      await page.setViewportSize({ width, height: 900 });
      await open(page, `/admin/figures?from=${summer}-06&to=${summer}-08&property=${slug}`);
      await expect(page.getByRole('link', { name: 'Figures', includeHidden: true })).toHaveAttribute(
        'aria-current',
        'page',
      );

      const headline = page.getByRole('region', {
        name: `June ${summer} to August ${summer}, beside last year`,
      });
      const card = (title: string) => headline.getByRole('listitem').filter({ hasText: title });
      await expect(card('Occupancy')).toContainText('37%');
      await expect(card('Occupancy')).toContainText('15 points more than last year (22%)');
      await expect(card('Rent')).toContainText('$4,800.00');
      await expect(card('Rent')).toContainText('20% more than last year ($4,000.00)');
      await expect(card('Nights sold')).toContainText('34');
      await expect(card('Average nightly rate')).toContainText('as much as last year ($200.00)');
      await expect(headline).toContainText('Stays that came through an agent1');

      const occupancy = page.getByRole('region', { name: 'Occupancy, as a table' });
      await expect(occupancy.getByRole('row', { name: `July ${summer} 6% 65%` })).toBeVisible();
      const rent = page.getByRole('region', { name: 'Rent, as a table' });
      await expect(rent.getByRole('row', { name: `August ${summer} $400.00 $0.00` })).toBeVisible();
      const sources = page.getByRole('region', { name: 'Where nights come from, as a table' });
      await expect(sources.getByRole('row', { name: `August ${summer} 2 10` })).toBeVisible();
      await expect(page.getByText('Nothing of the next six months is sold yet.')).toBeVisible();
      const chart = page.getByRole('img', {
        name: new RegExp(`^Occupancy. These months: most in June ${summer}`),
      });
      await expect(chart.locator('canvas')).toBeVisible();
      await page.getByText('How it was counted').click();
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);

      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: 'Download the figures as CSV' }).click();
      const file = await download;
      expect(file.suggestedFilename()).toBe(`figures-${summer}-06-to-${summer}-08.csv`);
      expect(readFileSync(await file.path(), 'utf8')).toContain(`${summer}-06,${slug},30,20,20,`);

      await page.setViewportSize({ width: 320, height: 700 });
      await expectNoSidewaysScrolling(page);
    } finally {
      await removeHome(id);
    }
  };
