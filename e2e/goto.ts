import { expect, type Locator, type Page } from '@playwright/test';
import { holdBack } from './hold-requests.ts';

/** The state of React for the document that it has hydrated. */
type Taken = Record<string, { stateNode: { current: { memoizedState: { isDehydrated: boolean } } } }>;

/** Runs in the browser. @returns whether React has hydrated the document */
export function isTakenOver(): boolean {
  const container = Object.keys(document).find((key) => key.startsWith('__reactContainer$'));
  return (
    container !== undefined &&
    !(document as unknown as Taken)[container]?.stateNode.current.memoizedState.isDehydrated
  );
}

/**
 * Waits for hydration: React runs, and the listeners to keys, messages and the history are added
 * to. Before that presses lead where plain links and forms lead, and the rest is not heard.
 */
export async function scriptsAreThere(page: Page): Promise<void> {
  await page.waitForFunction(isTakenOver);
  // Effects run after the page has been painted; this callback runs after all of them.
  await page.evaluate(() =>
    (
      window as unknown as { scheduler: { postTask(act: () => void, how: object): Promise<void> } }
    ).scheduler.postTask(() => {}, { priority: 'background' }),
  );
}

/** Opens a page and waits for hydration. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scriptsAreThere(page);
}

/** Waits until a field's form is hydrated, which may begin with its first use: until then it is a plain form. */
export const formAnswers = (field: Locator): Promise<void> =>
  expect
    .poll(() => field.evaluate((input) => Object.keys(input).some((key) => key.startsWith('__reactProps'))))
    .toBe(true);

/**
 * Waits until the site has a page in its cache, and so whole: data that takes longer than two seconds the server leaves to
 * scripts.
 */
export async function pageIsCached(page: Page, path: string): Promise<void> {
  const caching = async () => (await page.request.get(path)).headers()['cache-control'];
  await expect.poll(caching).toMatch(/^public/);
}

/** Opens a page with all of its data, for a browser without scripts. */
export async function openWhole(page: Page, path: string): Promise<void> {
  await pageIsCached(page, path);
  await page.goto(path);
}

/** Goes to another page of the site as a link would, without loading a new document. */
export async function goWithin(page: Page, path: string): Promise<void> {
  await page.evaluate((to) => {
    history.pushState({ idx: 1, key: 'journey' }, '', to);
    dispatchEvent(new PopStateEvent('popstate', { state: history.state }));
  }, path);
}

/** Opens a page whose scripts, and those of all after it, wait. @returns what lets them come */
export async function openEarly(page: Page, path: string): Promise<() => void> {
  const release = await holdBack(page, '**/assets/*.js');
  await page.goto(path, { waitUntil: 'commit' });
  return release;
}
