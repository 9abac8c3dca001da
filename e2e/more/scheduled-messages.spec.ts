import { test as hostTest } from '../admin-fixture.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { addHome, addStay } from '../scheduled-messages-steps.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling } from '../site.ts';

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
