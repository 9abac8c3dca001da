import { expect, hasLostFrames, test } from './site.ts';

test('a page that draws has lost no frames', async ({ page }) => {
  await page.goto('/');
  expect(await hasLostFrames(page, 60_000)).toBe(false);
});

test('a page whose browser draws no more has lost them', async ({ page, browser }) => {
  await page.goto('/');
  const session = await browser.newBrowserCDPSession();
  const { processInfo } = await session.send('SystemInfo.getProcessInfo');
  const drawing = processInfo.find(({ type }) => type === 'GPU')?.id;
  if (!drawing) throw new Error('Chromium draws in no process of its own');
  process.kill(drawing, 'SIGSTOP');
  const isLost = await hasLostFrames(page);
  process.kill(drawing, 'SIGCONT');
  expect(isLost).toBe(true);
});

test('a page that hangs in a script of its own is not meant', async ({ page }) => {
  await page.goto('/');
  const hanging = page.evaluate(() => {
    const end = Date.now() + 6_000;
    while (Date.now() < end);
  });
  expect(await hasLostFrames(page, 3_000)).toBe(false);
  await hanging;
});
