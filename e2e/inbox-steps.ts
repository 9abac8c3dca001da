import type { Page } from '@playwright/test';
import { expect } from './admin-fixture.ts';
import { open } from './goto.ts';
import { expectAccessible, expectNoSidewaysScrolling, mailTo, standIns } from './site.ts';

/** Sends a message from the contact section. @returns the guest's address */
export async function sendInquiry(page: Page, name: string, message: string): Promise<string> {
  const email = `${crypto.randomUUID()}@guests.example`;
  const data = {
    formId: 'booking_inquiry',
    name,
    email,
    guests: 4,
    property: 'The Beachcomber',
    message,
    checkin: '2030-07-09',
    checkout: '2030-07-14',
  };
  const response = await page.request.post('/api/forms/submit', { data });
  expect(response.status()).toBe(200);
  return email;
}

export const answerBox = (page: Page) => page.getByLabel(/^Your answer to/);

export const conversation = (page: Page) => page.getByRole('article').getByRole('list', { name: 'Messages' });

/** Replies to the newest mail to an address, as a mail program does. */
export async function replyTo(email: string, text: string): Promise<void> {
  await expect.poll(async () => (await mailTo(email))[0]?.subject).toMatch(/^(Re: )?Your/);
  await reply((await mailTo(email))[0], { text });
}

export async function reply(
  mail: object | undefined,
  answer: { text: string; from?: string },
): Promise<void> {
  const { id } = mail as { id: string };
  const response = await fetch(`${standIns}/mail/${id}/reply`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(answer),
  });
  expect(response.status).toBe(201);
}

export const answerInquiry =
  (width: number) =>
  async ({ page }: { page: Page }) => {
    await page.setViewportSize({ width, height: 900 });
    const name = width < 1024 ? 'Ann Phone' : 'Ann Desk';
    const email = await sendInquiry(page, name, 'Is there a grill?');
    await open(page, '/admin/inbox');
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    const entry = page.getByRole('link', { name: new RegExp(name) });
    await expect(entry).toContainText(/Waits \d min/);
    await entry.click();
    await expect(conversation(page)).toContainText('Is there a grill?');
    await expect(page.getByRole('link', { name: 'Make an offer' })).toHaveAttribute('href', /inquiry=/);
    await page.getByLabel('Template').selectOption('Thank you, the dates are free');
    await expect(answerBox(page)).toHaveValue(/The Beachcomber is free for your dates, July 9, 2030/);
    await expectAccessible(page);
    await expectNoSidewaysScrolling(page);
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByText('Your answer is on its way by mail.')).toBeVisible();
    await expect(answerBox(page)).toHaveValue('');

    await replyTo(email, 'Then we come!');
    if (width < 1024) await page.getByRole('link', { name: 'All conversations' }).click();
    await page.getByRole('button', { name: 'Check mail' }).click();
    await expect(entry).toContainText('Then we come!');
    await entry.click();
    await expect(conversation(page)).toContainText('Then we come!');
    await expect(conversation(page).getByText('> Your inquiry')).toBeHidden();
    await expect(page.getByText('Sent by mail')).toBeVisible();
    await answerBox(page).fill('Wonderful!');
    await page.getByRole('button', { name: 'Send answer' }).click();
    await expect(page.getByRole('article').getByText('Answered', { exact: true })).toBeVisible();
  };
