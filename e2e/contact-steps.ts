import type { Page } from '@playwright/test';
import { expect } from './site.ts';

export const form = (page: Page) => page.getByRole('form', { name: 'Booking inquiry' });

export const field = (page: Page, label: string) => form(page).getByLabel(label);

export const send = (page: Page) => form(page).getByRole('button');

const newGuest = () => `guest-${crypto.randomUUID()}@example.com`;

/** The calendar date so many days from now, `YYYY-MM-DD`. */
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

export async function fillIn(
  page: Page,
  changes: Record<string, string> = {},
): Promise<Record<string, string>> {
  const values: Record<string, string> = {
    Name: 'Ada Guest',
    Email: newGuest(),
    Phone: '(850) 555-0100',
    'Check-in': inDays(30),
    'Check-out': inDays(37),
    Guests: '4',
    Message: 'Is the pool heated in the fall?',
    ...changes,
  };
  await field(page, 'Property').selectOption('The Beachcomber');
  for (const [label, text] of Object.entries(values)) await field(page, label).fill(text);
  return values;
}

export async function expectValues(page: Page, values: Record<string, string>): Promise<void> {
  await expect(field(page, 'Property')).toHaveValue('The Beachcomber');
  for (const [label, text] of Object.entries(values)) await expect(field(page, label)).toHaveValue(text);
}

/** The region of the form that says whether it was sent. */
export const result = (page: Page) => form(page).locator('div[aria-live]');
