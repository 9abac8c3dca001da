import type { Page } from '@playwright/test';
import { expect, type Sent, settle } from './tracked-site.ts';

export const goToHosts = async (page: Page) => {
  await page.getByRole('contentinfo').getByRole('link', { name: 'Meet Our Hosts', exact: true }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Meet Your Hosts');
  await settle(page);
};

/** Waits until all events of this many loaded pages are recorded, so that none is counted later. */
export const allSent = (sent: Sent[], pages: number) =>
  expect
    .poll(() => sent.map(({ service }) => service).sort())
    .toEqual(
      ['gtm', 'gtm tags', 'gtm tags', 'meta', 'pinterest', 'posthog'].flatMap((service) =>
        Array.from({ length: pages }, () => service),
      ),
    );
