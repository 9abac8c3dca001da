import type { Page } from '@playwright/test';
import { standIns } from './site.ts';
import { expect, type Sent } from './tracked-site.ts';

export const week = 'The Beachcomber — Week at the Gulf';

export const bookButton = (page: Page) =>
  page
    .getByRole('article')
    .filter({ hasText: week })
    .getByRole('button', { name: /Book Now|Processing/ });

export async function pay(page: Page, email: string): Promise<void> {
  await page.waitForURL(`${standIns}/stripe/pay/**`);
  await page.getByLabel('Email').fill(email);
  await page.locator('input[value="4242424242424242"]').check();
  await page.getByRole('button', { name: 'Pay' }).click();
  await page.waitForURL('**/checkout/success?sessionId=cs_*');
}

export const sentTo = (sent: Sent[], service: Sent['service']) =>
  sent.filter((one) => one.service === service);

export const queries = (sent: Sent[], service: 'meta' | 'pinterest') =>
  sentTo(sent, service).map(({ url }) => Object.fromEntries(new URL(url).searchParams));

export const captured = (sent: Sent[]) => sentTo(sent, 'posthog').map(({ body }) => JSON.parse(body));

export const tags = (sent: Sent[]) => sentTo(sent, 'gtm tags').map(({ body }) => JSON.parse(body));

/** Expects no personal data, session id or query of this site's URLs, in any encoding. */
export function expectNothingPersonal(sent: Sent[], secrets: string[]): void {
  for (const { url, body, headers } of sent) {
    const all = [url, decodeURIComponent(url.replaceAll('+', ' ')), body, JSON.stringify(headers)].join('\n');
    for (const secret of secrets) expect(all.toLowerCase()).not.toContain(secret.toLowerCase());
    expect(all).not.toMatch(/cs_test|sessionId|returnUrl|message=|host@example|sha256|[0-9a-f]{64}/i);
    expect(headers.referer ?? '').toMatch(/^(http:\/\/localhost:\d+\/)?$/);
  }
}
