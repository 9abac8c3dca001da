import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import AxeBuilder from '@axe-core/playwright';
import { type BrowserContext, test as base, expect, type Page } from '@playwright/test';

/** Address of the stand-ins: `/mail`, `/stripe`, `/google`. */
export const standIns = process.env.STAND_INS ?? '';

interface SiteFixtures {
  /** Console messages and page errors that the test expects; anything else fails it. */
  expectedNoise: RegExp[];
  /** Whether maps and videos answer with a stand-in, which turns the browser's cache off; otherwise they are out of reach. */
  hasThirdParties: boolean;
}

/** What a map's frame asks for, which no test reaches (`playwright.config.ts`). */
const unreachableMap = /ERR_NAME_NOT_RESOLVED https:\/\/www\.google\.com\/generate_204$/;

const octet = () => 1 + Math.floor(Math.random() * 254);

/** A browser whose console must stay empty, at a client address of its own, which reaches no other site. */
export const test = base.extend<SiteFixtures>({
  expectedNoise: async ({ browserName: _ }, use) => use([]),
  hasThirdParties: [false, { option: true }],
  context: async ({ context, expectedNoise, hasThirdParties }, use) => {
    await context.setExtraHTTPHeaders({ 'X-Forwarded-For': `198.${octet()}.${octet()}.${octet()}` });
    if (hasThirdParties) await mockThirdParties(context);
    const noise: string[] = [];
    const hear = (text: string) => {
      if (![...expectedNoise, unreachableMap].some((pattern) => pattern.test(text))) noise.push(text);
    };
    context.on('console', (message) =>
      hear(`console.${message.type()}: ${message.text()} ${message.location().url}`.trim()),
    );
    context.on('weberror', (error) => hear(`page error: ${error.error().message}`));
    await use(context);
    expect(noise, 'the console stays empty').toEqual([]);
  },
});

/** Only where a test looks at them: a browser whose requests are routed stores none of them. */
const mockThirdParties = (context: BrowserContext): Promise<unknown> =>
  context.route(/^https:\/\/(www\.google\.com|www\.youtube-nocookie\.com|player\.vimeo\.com)\//, (route) =>
    route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Third party</title>' }),
  );

export { expect };

/** Scrolls through the page to its end and back, so slowly that what waits to come near begins to load. */
export async function seeWholePage(page: Page): Promise<void> {
  await page.evaluate(async () => {
    // A browser that sees nothing to draw may give no frame at all.
    const frame = () =>
      Promise.race([new Promise(requestAnimationFrame), new Promise((resolve) => setTimeout(resolve, 250))]);
    for (let y = 0; y < document.body.scrollHeight; y += 600) {
      window.scrollTo(0, y);
      // The first frame shows what is near, and its observers are notified before the second.
      await frame();
      await frame();
    }
    window.scrollTo(0, 0);
  });
}

const requireOfAxe = createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright'));

/** The same engine, minified: a page reads and compiles less than half of what the builder would send to each. */
const axeSource = readFileSync(requireOfAxe.resolve('axe-core/axe.min.js'), 'utf8');

/** Whether an earlier check has put the engine into this document; it serves all of them. */
const hasAxe = (page: Page): Promise<boolean> => page.evaluate(() => 'axe' in window);

/**
 * Runs axe with the WCAG 2.2 AA rules and its best practices, once what moves has come to rest.
 * @param without a selector of what is another page's, a frame
 */
export async function expectAccessible(page: Page, { without }: { without?: string } = {}): Promise<void> {
  const faults = async () => {
    await comeToRest(page);
    // The other mode opens a page of its own to join the results of frames; where there are none, that is half of the time.
    const isAlone = page.frames().length === 1;
    // A map may come into sight while axe runs: it is another site's, and gets no message of ours.
    const axe = new AxeBuilder({ page, axeSource: isAlone && (await hasAxe(page)) ? ';' : axeSource })
      .setLegacyMode(isAlone)
      // Passed rules are described node by node only on request.
      .options({ iframes: !isAlone, resultTypes: ['violations'] });
    const { violations } = await (without ? axe.exclude(without) : axe).analyze();
    return violations.map(({ id, nodes }) => [id, nodes.map((node) => node.html.slice(0, 160))]);
  };
  // The first check is not polled, because on a busy machine one run may outlast the timeout of a poll.
  if ((await faults()).length > 0) await expect.poll(faults).toEqual([]);
}

/** Waits for every transition and every animation that ends by itself. */
async function comeToRest(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const ending = () =>
      document
        .getAnimations()
        .filter(
          ({ playState, effect }) =>
            playState === 'running' && effect?.getComputedTiming().endTime !== Number.POSITIVE_INFINITY,
        );
    const pause = () => new Promise((resolve) => setTimeout(resolve, 250));
    for (let round = 0; ending().length > 0 && round < 20; round += 1)
      await Promise.race([Promise.allSettled(ending().map(({ finished }) => finished)), pause()]);
    // A browser that draws no frame moves nothing: what still runs is brought to its end.
    for (const animation of ending()) animation.finish();
  });
}

/** Nothing is wider than the window, or than the dialog that it stands in, once what moves has come to rest. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const excess = () =>
    page.evaluate(() => {
      const boxes = [document.documentElement, ...document.querySelectorAll('dialog[open] [data-body]')];
      return Math.max(...boxes.map(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth));
    });
  await expect.poll(excess).toBeLessThanOrEqual(0);
}

/** Mail the stand-in mailbox holds for an address, newest first, once there is any. */
export async function mailTo(
  address: string,
): Promise<{ subject: string; text: string; html: string; from: string }[]> {
  let messages: { subject: string; text: string; html: string; from: string }[] = [];
  await expect
    .poll(async () => {
      const response = await fetch(`${standIns}/mail/messages?to=${encodeURIComponent(address)}`);
      messages = await response.json();
      return messages.length;
    })
    .toBeGreaterThan(0);
  return messages;
}
