import type { Page } from '@playwright/test';
import { expect } from './site.ts';

/** A Monday far enough away, and some days later; as an address has them and as the calendar names them. */
export function days(later: number): { date: string; name: string } {
  // The September that is at least twelve weeks away; the seeded homes can be booked for 540 days.
  const year = new Date(Date.now() + 200 * 86_400_000).getUTCFullYear();
  const day = new Date(Date.UTC(year, 8, 6));
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7) + later);
  const name = day.toLocaleDateString('en-US', { dateStyle: 'full', timeZone: 'UTC' });
  return { date: day.toISOString().slice(0, 10), name };
}

export const [arrival, departure] = [days(0), days(5)];

export const dates = `checkin=${arrival.date}&checkout=${departure.date}`;

export const day = (page: Page, { name }: { name: string }) =>
  page.getByRole('gridcell').getByRole('button', { name: new RegExp(name) });

/** Pages the calendar on until a day is in view. */
export async function turnTo(page: Page, wanted: { name: string }): Promise<void> {
  const next = page.getByRole('button', { name: 'Next month' }).first();
  await expect(next).toBeEnabled();
  while ((await day(page, wanted).count()) === 0) await next.click();
}
