import { bookStay } from '../book-stay.ts';
import { freeNights } from '../booking-steps.ts';
import { formAnswers, open } from '../goto.ts';
import { confirmed } from '../paid-stay.ts';
import { newPerson } from '../sign-in.ts';
import { expect, expectAccessible, expectNoSidewaysScrolling, mailTo, test } from '../site.ts';

test.afterEach(freeNights);

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

test('a half-written message outlives another form of the trip, and is gone once it is sent', async ({
  page,
}) => {
  const { code } = await confirmed(page, newPerson(), 'Ann Guest');
  await open(page, `/trips/${code}`);
  const text = page.locator('#message-text');
  await text.focus();
  await formAnswers(text);
  await page.getByLabel('Ask for a change').check();
  await text.fill('One day later?');
  await page.reload();
  await text.focus();
  await expect(text).toHaveValue('One day later?');
  await expect(page.getByLabel('Ask for a change')).toBeChecked();
  await page.getByRole('button', { name: 'Send to the hosts' }).click();
  await expect(page.getByRole('list', { name: 'Messages' })).toContainText('One day later?');
  await expect(text).toHaveValue('');
  await page.reload();
  await text.focus();
  await formAnswers(text);
  await expect(text).toHaveValue('');
});
