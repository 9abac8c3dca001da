import { expect, test, vi } from 'vitest';
import { moving } from '../moving/calls.ts';
import { hostingClient } from './client.ts';

const answer = (body: unknown, status = 200) =>
  vi.fn<typeof fetch>(async () => new Response(JSON.stringify(body), { status }));

test('actions are posted with their decision, refunds and messages with a key', async () => {
  const fetch = answer({ code: '7K3MQ2XA' });
  const client = hostingClient(fetch);
  await client.approve('7K3MQ2XA');
  await client.refund('7K3MQ2XA', { amount: 500, reason: 'Noise' }, 'key-1');
  await moving.move({
    code: '7K3MQ2XA',
    fetch,
    json: { checkin: '2027-07-09', checkout: '2027-07-14', total: 5 },
  });
  const calls = fetch.mock.calls.map(([path, init]) => [
    path,
    init?.body,
    new Headers(init?.headers).get('Idempotency-Key'),
  ]);
  expect(calls).toEqual([
    ['/api/admin/bookings/7K3MQ2XA/approve', '{}', null],
    ['/api/admin/bookings/7K3MQ2XA/refund', '{"amount":500,"reason":"Noise"}', 'key-1'],
    ['/api/admin/bookings/7K3MQ2XA/move', '{"checkin":"2027-07-09","checkout":"2027-07-14","total":5}', null],
  ]);
});

test('a rejection comes in the server’s words, and an unreachable server in ours', async () => {
  const conflict = answer({ message: 'Only requests can be approved or declined; this is held.' }, 409);
  await expect(hostingClient(conflict).approve('7K3MQ2XA')).rejects.toMatchObject({
    status: 409,
    message: 'Only requests can be approved or declined; this is held.',
  });
  const offline = vi.fn<typeof fetch>(async () => {
    throw new TypeError('Failed to fetch');
  });
  await expect(hostingClient(offline).booking('7K3MQ2XA')).rejects.toMatchObject({
    status: 0,
    message: 'Failed to fetch the booking. Is there a connection?',
  });
});

test('the CSV is fetched with the filters, and its failure is named', async () => {
  const fetch = answer('code');
  const csv = await hostingClient(fetch).csv(new URLSearchParams({ status: 'held' }));
  expect(await csv.text()).toBe('"code"');
  expect(fetch.mock.calls[0]?.[0]).toBe('/api/admin/bookings.csv?status=held');
  await expect(hostingClient(answer({}, 500)).csv(new URLSearchParams())).rejects.toThrow(
    'Failed to export the bookings',
  );
});
