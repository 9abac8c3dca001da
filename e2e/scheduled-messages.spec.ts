import { test as hostTest } from './admin-fixture.ts';
import { query, runJob } from './database.ts';
import { open } from './goto.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, standIns } from './site.ts';

/** The date at the homes so many days from now. */
const inDays = (days: number): string =>
  Temporal.Now.zonedDateTimeISO('America/Chicago').toPlainDate().add({ days }).toString();

const price = {
  nights: [],
  lines: [{ kind: 'rent', label: '3 nights', amount: 60_000 }],
  total: 60_000,
  perNight: 20_000,
};

async function addHome(): Promise<string> {
  const [row] = (await query(
    `insert into properties (id, slug, title, description, price_preview, guests, beds, baths, is_listed)
     values (gen_random_uuid(), 'mail-' || gen_random_uuid(), 'Letter House', 'By the sea', '$200', 6, 3, 2, false)
     returning id`,
    [],
  )) as { id: string }[];
  return row?.id ?? '';
}

async function addStay(home: string, from: number, name: string, email: string): Promise<string> {
  const [row] = (await query(
    `with quote as (
       insert into quotes (id, property_id, checkin, checkout, guests, pets, price, total_cents, currency, plans,
         cancellation_policy, check_in_from, expires_at)
       values (gen_random_uuid(), $1, $2, $3, 2, 0, $4, 60000, 'usd', '[]', '{"name":"","steps":[],"graceHours":0}', '16:00', now())
       returning id
     )
     insert into bookings (code, key_hash, status, property_id, quote_id, checkin, checkout, guests, name, email,
       total_cents, due_now_cents, confirmed_at)
     select upper(translate(substr(md5(random()::text), 1, 8), 'ilou', '0123')), '\\x00', 'confirmed', $1, id, $2, $3, 2,
       $5, $6, 60000, 60000, now() from quote returning code`,
    [home, inDays(from), inDays(from + 3), JSON.stringify(price), name, email],
  )) as { code: string }[];
  return row?.code ?? '';
}

const planned = async (home: string): Promise<number> =>
  (
    await query(
      `select from scheduled_messages join bookings on bookings.id = booking_id where property_id = $1`,
      [home],
    )
  ).length;

const mailsTo = async (address: string): Promise<{ subject: string; text: string }[]> =>
  (await fetch(`${standIns}/mail/messages?to=${encodeURIComponent(address)}`)).json();

hostTest(
  'a host reads, skips and sends what goes out, on Today, and sees it on the booking',
  async ({ page }) => {
    const home = await addHome();
    try {
      await addStay(home, 9, 'Sia Skipped', 'sia@guests.example');
      const code = await addStay(home, 13, 'Pia Posted', 'pia@guests.example');
      await runJob('run_messages');
      await expect.poll(() => planned(home)).toBe(2);

      await open(page, '/admin/today');
      const going = page.getByRole('region', { name: 'Going out this week' });
      const skipped = going.getByRole('listitem').filter({ hasText: 'Sia Skipped' });
      await expect(skipped).toContainText('Your stay at Letter House begins soon');
      await expect(skipped).toContainText('Rule: Before you arrive');
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
      await skipped.getByRole('button', { name: /^Skip/ }).click();
      await expect(going.getByText('Skipped: Your stay at Letter House begins soon')).toBeVisible();
      await expect(skipped).toHaveCount(0);

      const sent = going.getByRole('listitem').filter({ hasText: 'Pia Posted' });
      await sent.getByRole('button', { name: /^Send now/ }).click();
      const dialog = page.getByRole('dialog', { name: 'Read before it goes out' });
      await expect(dialog.getByText('Hello Pia Posted,')).toBeVisible();
      await expectAccessible(page);
      await dialog.getByRole('button', { name: 'Send now' }).click();
      await expect(
        going.getByText('Sent to Pia Posted: Your stay at Letter House begins soon'),
      ).toBeVisible();
      await expect.poll(async () => (await mailsTo('pia@guests.example')).length).toBe(1);
      expect((await mailsTo('pia@guests.example'))[0]?.text).toContain('Hello Pia Posted,');
      expect(await mailsTo('sia@guests.example')).toEqual([]);

      await open(page, `/admin/bookings/${code}`);
      const messages = page.getByRole('region', { name: 'Messages', exact: true });
      await expect(messages.getByRole('listitem')).toContainText('Sent');
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);

      await open(page, '/admin/messages');
      await expect(page.getByRole('heading', { level: 1, name: 'Messages' })).toBeVisible();
      const row = page.getByRole('listitem').filter({ hasText: 'Sia Skipped' });
      await expect(row).toContainText('Skipped: a host skipped it');
      await expect(row.getByRole('button', { name: /^Send now/ })).toBeVisible();
      await expectNoSidewaysScrolling(page);
      await expectAccessible(page);
    } finally {
      await query('delete from bookings where property_id = $1', [home]);
      await query('delete from properties where id = $1', [home]);
    }
  },
);

hostTest('the form of a rule says when it would go out for the next stays', async ({ page }) => {
  const home = await addHome();
  try {
    await addStay(home, 1, 'Nea Next', 'nea@guests.example');
    await open(page, '/admin?table=message_rules');
    await page.getByRole('button', { name: 'Add New' }).click();
    const note = page.getByRole('dialog').getByRole('status');
    await expect(note).toContainText('For the next stays it goes out on');
    // The stays of other journeys may be nearer, so the first of the three may be any stay.
    const first = note.getByRole('listitem').first();
    await expect(first).toContainText('10:00 AM');
    await page.getByLabel('Days after').fill('-30');
    await expect(first).toContainText('(over: a new rule does not send it)');
    await page.getByLabel('At', { exact: true }).fill('17:30');
    await expect(first).toContainText('5:30 PM');
    await expectNoSidewaysScrolling(page);
    await expectAccessible(page);
  } finally {
    await query('delete from bookings where property_id = $1', [home]);
    await query('delete from properties where id = $1', [home]);
  }
});
