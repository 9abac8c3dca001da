import { bookStay } from '../book-stay.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, mailTo, test } from '../site.ts';

test('a guest writes to the hosts on the trip and reads it there', async ({ page }) => {
  const email = 'trip-talk-by-a-guest-with-a-long-address@example.com';
  const code = await bookStay(page, email, '04-04', '04-09');
  await page.goto(`/trips/${code}`);
  await page.getByLabel('What would you like to know?').fill('Is there a grill?');
  await page.getByRole('button', { name: 'Send to the hosts' }).click();
  const messages = page.getByRole('list', { name: 'Messages' });
  await expect(messages).toContainText('Is there a grill?');
  await expect(page.getByText('Sent. The hosts answer here and by mail.')).toBeVisible();
  await page.getByLabel('Ask for a change').check();
  await expect(page.getByText(/^Sent\./)).toHaveCount(0);
  await page.getByLabel(/^Which dates, how many guests/).fill('One day later?');
  await page.getByRole('button', { name: 'Send to the hosts' }).click();
  await expect(messages).toContainText('You asked for a change');
  await expectAccessible(page);
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    await expectNoSidewaysScrolling(page);
  }
  await expect
    .poll(async () =>
      (await mailTo('hosts@pcbbeachrentals.example'))
        .map(({ subject }) => subject)
        .filter((subject) => subject.includes(code) && /^(Message|Change)/.test(subject))
        // Two mails arrive in either order.
        .toSorted(),
    )
    .toEqual([expect.stringMatching(/^Change asked for/), expect.stringMatching(/^Message/)]);
});
