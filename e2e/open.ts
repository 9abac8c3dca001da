import type { Page } from '@playwright/test';

/** Waits until presses reach the page's scripts; before that they lead where plain links and forms lead. */
export async function scriptsAreThere(page: Page): Promise<void> {
  await page.waitForFunction(() => Object.keys(document).some((key) => key.startsWith('_reactListening')));
}

/** Opens a page and waits until it answers. */
export async function open(page: Page, path: string): Promise<void> {
  await page.goto(path);
  await scriptsAreThere(page);
}
