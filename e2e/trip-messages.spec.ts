import { bookStay } from './book-stay.ts';
import { expect, test } from './site.ts';

test.describe('without JavaScript', () => {
  test.use({
    javaScriptEnabled: false,
    expectedNoise: [/Failed to load resource: the server responded with a status of 400/],
  });

  test('a message is sent, and one that cannot be sent is not lost', async ({ page }) => {
    const code = await bookStay(page, 'trip-talk-bare@example.com', '04-18', '04-23');
    await page.goto(`/trips/${code}`);
    await page.getByRole('textbox', { name: 'What would you like to know?' }).fill('Is there a crib?');
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await expect(page.getByRole('list', { name: 'Messages' })).toContainText('Is there a crib?');
    await expect(page.getByText('Sent. The hosts answer here and by mail.')).toBeVisible();
    await page
      .getByRole('textbox', { name: 'What would you like to know?' })
      .evaluate((box) => box.removeAttribute('maxlength'));
    await page.getByRole('textbox', { name: 'What would you like to know?' }).fill('long '.repeat(1_200));
    await page.getByRole('button', { name: 'Send to the hosts' }).click();
    await expect(page.getByText('A message has at most 5000 characters')).toBeVisible();
    await expect(page.getByText('Sent. The hosts')).toBeHidden();
    await expect(page.getByRole('textbox', { name: 'What would you like to know?' })).toHaveValue(
      /^long long/,
    );
  });
});
