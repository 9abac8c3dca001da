import type { Page } from '@playwright/test';

export const hits = (page: Page) => page.evaluate(() => (window as unknown as { hits: number }).hits);

/** Counts scripts that run, beginning before any of the page can. */
export const countHits = (page: Page) =>
  page.addInitScript(() => {
    const counting = window as unknown as { hits: number; hit(): void };
    counting.hits = 0;
    counting.hit = () => {
      counting.hits += 1;
    };
  });

/** Checks that written text has no attributes that could clobber, restyle or run anything. */
export const foreignAttributes = (page: Page) =>
  page.locator('.rich-text *').evaluateAll((all) =>
    all.flatMap((one) =>
      one
        .getAttributeNames()
        .filter((name) => !['href', 'src', 'alt', 'width', 'height'].includes(name))
        .map((name) => `${one.tagName} ${name}`),
    ),
  );
