import { expect, host, test } from '../admin-fixture.ts';
import { query } from '../database.ts';
import { open } from '../goto.ts';
import { answerBox, answerInquiry, conversation, reply, replyTo, sendInquiry } from '../inbox-steps.ts';
import { expectAccessible, mailTo, standIns } from '../site.ts';

// A rejected reply is logged on the console, too.
test.use({
  expectedNoise: [/Failed to load resource: the server responded with a status of (400|503)/],
});

for (const width of [1440]) {
  test(
    `hosts reply to an inquiry, and to the guest's reply that comes in, at ${width} px`,
    answerInquiry(width),
  );
}

test('a host replies from a mail program; mail of a stranger to that address is not passed on', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const email = await sendInquiry(page, 'Mel Mailed', 'Is there a crib?');
  await open(page, '/admin/inbox?search=Mel+Mailed');
  const entry = page.getByRole('link', { name: /Mel Mailed/ });
  await entry.click();
  await answerBox(page).fill('Which size?');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await replyTo(email, 'A big one.');
  await page.getByRole('button', { name: 'Check mail' }).click();
  const notices = async () => {
    const response = await fetch(`${standIns}/mail/messages`);
    const mails: { subject: string }[] = await response.json();
    return mails.filter(({ subject }) => /^Message: Mel Mailed/.test(subject));
  };
  await expect.poll(async () => (await notices()).length).toBe(1);
  const [notice] = await notices();
  await reply(notice, { text: 'There is one.', from: host });
  await reply(notice, { text: 'Pay me instead.', from: 'eve@evil.example' });
  await page.getByRole('button', { name: 'Check mail' }).click();
  await expect(entry).toContainText('There is one.');
  await expect(page.getByRole('article').getByText('Answered', { exact: true })).toBeVisible();
  const words = 'Not sent to the guest. Its sender is not one of the hosts. It came from eve@evil.example.';
  await expect(conversation(page).getByText(words)).toBeVisible();
  await expectAccessible(page);
  await expect.poll(async () => (await mailTo(email))[0]?.text).toContain('There is one.');
  expect(JSON.stringify(await mailTo(email))).not.toContain('Pay me instead.');
});

test('nothing typed is lost: the text survives a failed reply and a reload', async ({ page }) => {
  const email = await sendInquiry(page, 'Dee Draft', 'Hello?');
  await open(page, '/admin/inbox?status=waiting');
  await page.getByRole('link', { name: /Dee Draft/ }).click();
  await answerBox(page).fill('Dear {name}');
  await page.reload();
  await expect(answerBox(page)).toHaveValue('Dear {name}');
  await page.route('**/reply', (route) =>
    route.fulfill({ status: 503, json: { message: 'Please try again.' } }),
  );
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Please try again.')).toBeVisible();
  await expect(answerBox(page)).toHaveValue('Dear {name}');
  await page.unroute('**/reply');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText(/There is no placeholder \{name\}/)).toBeVisible();
  await answerBox(page).fill('Dear Dee');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Your answer is on its way by mail.')).toBeVisible();
  await expect.poll(async () => (await mailTo(email))[0]?.text).toContain('Dear Dee');
});

test('a reply whose confirmation was lost is sent once, also from a page loaded again', async ({ page }) => {
  await sendInquiry(page, 'Lou Lost', 'Is it quiet?');
  await open(page, '/admin/inbox?status=waiting');
  await page.getByRole('link', { name: /Lou Lost/ }).click();
  await answerBox(page).fill('Very quiet.');
  const loss = Promise.withResolvers<void>();
  await page.route('**/reply', async (route) => {
    await route.fetch();
    await loss.promise;
    await route.fulfill({ status: 503, json: { message: 'Please try again.' } });
  });
  await page.getByRole('button', { name: 'Send answer' }).click();
  // Input at this moment would be cleared together with the sent reply.
  await expect(answerBox(page)).not.toBeEditable();
  loss.resolve();
  await expect(page.getByText('Please try again.')).toBeVisible();
  await page.unroute('**/reply');
  await page.reload();
  await expect(conversation(page)).toContainText('Very quiet.');
  await expect(answerBox(page)).toHaveValue('Very quiet.');
  await page.getByRole('button', { name: 'Send answer' }).click();
  await expect(page.getByText('Your answer is on its way by mail.')).toBeVisible();
  await expect(conversation(page).getByText('Very quiet.')).toHaveCount(1);
  await expect(answerBox(page)).toHaveValue('');
});

test.describe('by keyboard', () => {
  test('a host opens, replies to and closes a conversation', async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 });
    await sendInquiry(page, 'Kay Keyboard', 'By keys?');
    await open(page, '/admin/inbox');
    await page.getByLabel('Search conversations').focus();
    await page.keyboard.type('Kay Keyboard');
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/search=Kay/);
    const entry = page.getByRole('link', { name: /Kay Keyboard/ });
    await expect(page.getByRole('list', { name: 'Conversations' }).getByRole('listitem')).toHaveCount(1);
    await entry.focus();
    await page.keyboard.press('Enter');
    await expect(conversation(page)).toContainText('By keys?');
    await answerBox(page).focus();
    await page.keyboard.type('Yes, by keys.');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(conversation(page)).toContainText('Yes, by keys.');
    await page.getByRole('button', { name: 'Close', exact: true }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('button', { name: 'Reopen' })).toBeVisible();
  });
});

test('the pages of the tables count the conversations that wait, too', async ({ page }) => {
  await sendInquiry(page, 'Tabby Table', 'Is there a porch?');
  for (const [width, path] of [
    [1440, '/admin?table=rates'],
    [390, '/admin'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await open(page, path);
    const links = page.getByRole('navigation', { name: 'Hosts' });
    await expect(links.getByRole('link', { name: /^Inbox ?\d+ waiting for an answer$/ })).toBeVisible();
  }
});

test('an inbox without messages has a text, and strangers cannot open it', async ({ page, browser }) => {
  await open(page, '/admin/inbox?search=nobody-writes-this');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  const stranger = await browser.newContext({ baseURL: `http://localhost:${process.env.E2E_PORT}` });
  const other = await stranger.newPage();
  await other.goto('/admin/inbox');
  await expect(other).toHaveURL(/\/login\?returnUrl=\/admin\/inbox/);
  await stranger.close();
  expect(await query(`select 1 from messages where text = 'nobody-writes-this'`, [])).toEqual([]);
});

test('guests read how fast the hosts usually reply, beside the promise', async ({ page }) => {
  await sendInquiry(page, 'Mia Measured', '');
  await query(
    `insert into messages (thread_id, direction, text, waited_seconds)
     select threads.id, 'out', 'measured', 7000 from threads, generate_series(1, 60) order by threads.id limit 60`,
    [],
  );
  await open(page, '/');
  await page.locator('#contact').scrollIntoViewIfNeeded();
  await expect(page.getByText(/We promise a response within 24 hours, usually much sooner\./)).toContainText(
    'At present one of us usually answers within 2 hours.',
  );
  for (const path of ['/hosts', '/shop']) {
    await open(page, path);
    const words = page.getByText(/within 24 hours\. At present one of us usually answers within 2 hours\./);
    await page
      .getByText(/within 24 hours\./)
      .last()
      .scrollIntoViewIfNeeded();
    await expect(words, path).toBeVisible();
  }
  await query(`delete from messages where text = 'measured'`, []);
});
