import { AxeBuilder } from '@axe-core/playwright';
import { test as base, expect, type Page } from '@playwright/test';

/** Where the stand-ins for the card provider and the mailbox listen. */
export const standIns = process.env.STAND_INS ?? 'http://localhost:3001';

/**
 * A journey fails when a page says anything on the console that its test does not expect, or reports a broken security
 * policy. `expectedWords` names what the browser itself writes when a call is refused on purpose.
 */
export const test = base.extend<{ expectedWords: RegExp | null; quiet: undefined }>({
  expectedWords: [null, { option: true }],
  quiet: [
    async ({ context, expectedWords }, use) => {
      const heard: string[] = [];
      const note = (words: string) => {
        if (!expectedWords?.test(words)) heard.push(words);
      };
      context.on('console', (message) => {
        if (!message.page()?.url().startsWith(standIns)) note(`${message.type()}: ${message.text()}`);
      });
      context.on('weberror', (problem) => note(String(problem.error())));
      await use(undefined);
      expect(heard).toEqual([]);
    },
    { auto: true },
  ],
});

export { expect };

/** Nothing that a screen reader or a keyboard would stumble over. */
export async function expectAccessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)).toEqual(
    [],
  );
}

/** Nothing lies beyond the right edge of a narrow phone. */
export async function expectNoSidewaysScrolling(page: Page): Promise<void> {
  const beyond = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(beyond).toBe(0);
}

/** Goes to another page of the site without loading the document anew, as a link would. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: 'journey' }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

interface Mail {
  to: string;
  subject: string;
  text: string;
}

/** Waits for a mail with these words in its subject or text. */
export async function mailTo(address: string, words: string): Promise<Mail> {
  let found: Mail | undefined;
  await expect(async () => {
    const answer = await fetch(`${standIns}/mail/messages?to=${encodeURIComponent(address)}`);
    const mails = (await answer.json()) as Mail[];
    found = mails.find(({ subject, text }) => `${subject}\n${text}`.includes(words));
    expect(found, `a mail to ${address} with “${words}”`).toBeDefined();
  }).toPass({ timeout: 20_000 });
  return found as Mail;
}
