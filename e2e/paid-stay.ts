import type { APIRequestContext, Page } from '@playwright/test';
import { expect } from './site.ts';

export const property = 'kid-friendly-steps-to-beach';
export const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

interface Day {
  date: string;
  isFree: boolean;
  canArrive: boolean;
  canDepart: boolean;
}

/** Five nights that are free between nine and thirteen months ahead, where other tests do not book. */
export async function freeStay(api: APIRequestContext): Promise<{ checkin: string; checkout: string }> {
  const span = `from=${inDays(285)}&to=${inDays(405)}`;
  const { days } = (await (await api.get(`/api/properties/${property}/calendar?${span}`)).json()) as {
    days: Day[];
  };
  const first = days.findIndex(
    ({ canArrive }, index) =>
      canArrive && days[index + 5]?.canDepart && days.slice(index, index + 5).every(({ isFree }) => isFree),
  );
  const [checkin = '', checkout = ''] = [days[first]?.date, days[first + 5]?.date];
  return { checkin, checkout };
}

export interface Held {
  code: string;
  checkoutUrl: string;
  checkin: string;
  checkout: string;
  total: number;
}

type Plan = 'full' | 'deposit';

/** A hold of a guest, made as the booking page makes it. */
export async function hold(page: Page, email: string, name: string, plan: Plan = 'full'): Promise<Held> {
  const dates = await freeStay(page.request);
  const quoted = await page.request.post('/api/quotes', {
    data: { property, ...dates, guests: 4, pets: 0 },
  });
  const { id, total } = (await quoted.json()) as { id: string; total: number };
  const booked = await page.request.post('/api/bookings', {
    headers: { 'Idempotency-Key': crypto.randomUUID() },
    data: {
      quoteId: id,
      name,
      email,
      phone: '850 555 0123',
      plan,
      note: 'Is there a crib?',
      agreed: { houseRules: true, cancellation: true },
    },
  });
  expect(booked.status(), await booked.text()).toBe(201);
  return { ...((await booked.json()) as { code: string; checkoutUrl: string }), ...dates, total };
}

export async function confirmed(page: Page, email: string, name: string, plan?: Plan): Promise<Held> {
  const held = await hold(page, email, name, plan);
  await page.goto(held.checkoutUrl);
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(/\/trips\//);
  return held;
}
