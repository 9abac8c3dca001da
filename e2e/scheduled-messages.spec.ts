import { test as hostTest } from './admin-fixture.ts';
import { query, runJob } from './database.ts';
import { open } from './goto.ts';
import { addHome, addStay } from './scheduled-messages-steps.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, standIns } from './site.ts';

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

      await query(
        `update scheduled_messages set due_at = now() - interval '20 days' from bookings
         where bookings.id = booking_id and property_id = $1 and bookings.name = 'Sia Skipped'`,
        [home],
      );
      await page.getByRole('button', { name: '30 days' }).click();
      await page.getByRole('button', { name: 'Earlier' }).click();
      await expect(page).toHaveURL(/\?days=30&from=\d{4}-\d\d-\d\d$/);
      await expect(page.getByRole('button', { name: 'Earlier' })).toBeFocused();
      await expect(row).toContainText('Skipped: a host skipped it');
      await page.setViewportSize({ width: 320, height: 640 });
      await expectNoSidewaysScrolling(page);
      await page.getByRole('button', { name: 'Later' }).click();
      await expect(page).toHaveURL(/\?days=30$/);
      await expect(row).toHaveCount(0);
    } finally {
      await query('delete from bookings where property_id = $1', [home]);
      await query('delete from properties where id = $1', [home]);
    }
  },
);
