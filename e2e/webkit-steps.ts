import { By, error, type WebDriver, type WebElement } from 'selenium-webdriver';
import { expect } from './webkit.ts';

export const waitMs = 30_000;

export const isText = (words: string) => `normalize-space()=${JSON.stringify(words)}`;
export const button = (label: string) => `//button[${isText(label)} or @aria-label=${JSON.stringify(label)}]`;
export const heading = (words: string) => `//h1[${isText(words)}]`;

/** Waits for an element that can be seen, and finds it again if a navigation or hydration replaced it. */
export const see = (driver: WebDriver, xpath: string): Promise<WebElement> =>
  driver.wait(
    async () => {
      const [element] = await driver.findElements(By.xpath(xpath));
      const isVisible = await element?.isDisplayed().catch(ignoreStale);
      return element && isVisible ? element : null;
    },
    waitMs,
    `cannot see ${xpath}`,
  ) as Promise<WebElement>;

function ignoreStale(cause: unknown): false {
  if (cause instanceof error.StaleElementReferenceError) return false;
  throw cause;
}

export const scrollTo = (driver: WebDriver, element: WebElement) =>
  driver.executeScript('arguments[0].scrollIntoView({ block: "center", behavior: "instant" })', element);

/** Taps on something once the page has come to rest under the finger. */
export async function tap(driver: WebDriver, xpath: string): Promise<void> {
  const element = await see(driver, xpath);
  await scrollTo(driver, element);
  await element.click();
}

const readText =
  'const element = document.querySelector(arguments[0]); return element?.checkVisibility() ? element.innerText.trim() : "";';

/** Waits for a text that can be seen. It is read within the page: an element held across a load, or a takeover, is gone. */
export const expectText = (driver: WebDriver, css: string, text: string | RegExp) =>
  expect
    .poll(() => driver.executeScript<string>(readText, css), { timeout: waitMs, message: css })
    .toEqual(typeof text === 'string' ? expect.stringContaining(text) : expect.stringMatching(text));

/** Nothing is wider than the window. */
export async function expectToFit(driver: WebDriver): Promise<void> {
  const excess = 'return document.documentElement.scrollWidth - document.documentElement.clientWidth';
  await expect.poll(() => driver.executeScript<number>(excess), { timeout: waitMs }).toBeLessThanOrEqual(0);
}
