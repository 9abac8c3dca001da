import { type Browser, chromium } from '@playwright/test';
import { findChromium } from '../scripts/chromium.mjs';

/** Opens the Chromium that `npm test` uses, found or installed. */
export async function openBrowser(args: string[] = []): Promise<Browser> {
  return chromium.launch({
    executablePath: (await findChromium()) || undefined,
    args: [...args, ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []), '--disable-gpu'],
  });
}
