import type { Page } from '@playwright/test';
import { todayAtProperty } from '../src/shared/dates.ts';
import { query } from './database.ts';
import { open } from './goto.ts';

export const slug = 'the-beachcomber';

/** A Monday some months ahead, on which only these tests have nights. */
const monday = (() => {
  const day = new Date(`${todayAtProperty(new Date())}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + 230);
  day.setUTCDate(day.getUTCDate() + ((8 - day.getUTCDay()) % 7));
  return day;
})();

/** The date this many days after that Monday. */
export const day = (after: number): string => {
  const date = new Date(monday);
  date.setUTCDate(date.getUTCDate() + after);
  return date.toISOString().slice(0, 10);
};

export const cell = (page: Page, date: string) =>
  page.locator(`[data-slug="${slug}"] [data-night="${date}"]`);

export const openTimeline = (page: Page) => open(page, `/admin/calendar?home=all&from=${day(0)}`);

export const title = async (): Promise<string> => {
  const rows = await query('select title from properties where slug = $1', [slug]);
  return (rows[0] as { title: string }).title;
};
