import { expect, test } from 'vitest';
import { submitCancellation } from './submit-cancellation.ts';

async function submit(fields: Record<string, string>) {
  const calls: [method: string | undefined, path: string, body: unknown][] = [];
  const api: typeof fetch = async (input, init) => {
    calls.push([init?.method, String(input), init?.body && JSON.parse(String(init.body))]);
    return Response.json({ refund: 12_345, keeps: 0, percent: 100, lines: [] });
  };
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return { offered: await submitCancellation(form, 'ABCD1234', api), calls };
}

test.each([[{ intent: 'cancellation' }], [{ intent: 'send' }], [{}], [{ refund: '0' }]])(
  'the refund is shown, and nothing cancelled, by %j',
  async (fields) => {
    const { offered, calls } = await submit(fields as Record<string, string>);
    expect(offered).toMatchObject({ refund: 12_345 });
    expect(calls).toEqual([['GET', '/api/bookings/ABCD1234/cancellation', undefined]]);
  },
);

test('a stay is cancelled at the refund that was shown', async () => {
  const { offered, calls } = await submit({ intent: 'cancel', refund: '12345' });
  expect(offered).toBeNull();
  expect(calls).toEqual([['POST', '/api/bookings/ABCD1234/cancel', { refund: 12_345 }]]);
});

test('a cancellation without a refund names none, which the server rejects', async () => {
  const { calls } = await submit({ intent: 'cancel' });
  expect(calls).toEqual([['POST', '/api/bookings/ABCD1234/cancel', { refund: null }]]);
});
