import { expect, test } from 'vitest';
import { connectAgent } from '../../../test/agent-client.ts';
import { testAppForFile } from '../../../test/app.ts';
import { addProperty } from '../../../test/bookings.ts';
import { agentFetch, postMessage } from '../../../test/mcp.ts';
import { anyAddress } from '../../../test/shop.ts';
import { newId } from '../../shared/uuid.server.ts';

const app = await testAppForFile({ now: () => new Date('2027-05-20T17:00:00Z') });
const { db, settings } = app.platform;

const connect = () => connectAgent(settings.appUrl, { fetch: agentFetch(app, anyAddress()) });
const post = (body: unknown, headers: Record<string, string> = {}) =>
  postMessage(agentFetch(app, anyAddress()), body, headers);
const stay = { checkin: '2027-07-05', checkout: '2027-07-10', guests: 2 };

test.each(['GET', 'HEAD', 'DELETE', 'PUT', 'OPTIONS'])('%s is not allowed', async (method) => {
  const response = await agentFetch(app)(new URL('/mcp', settings.appUrl), {
    method,
    headers: { 'Content-Type': 'application/json' },
  });
  expect([response.status, response.headers.get('Allow')]).toEqual([405, 'POST']);
});

const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

test('no session begins, and nothing is stored', async () => {
  const initialize = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
  };
  const response = await post(initialize);
  expect(response.status).toBe(200);
  expect(response.headers.get('Mcp-Session-Id')).toBeNull();
  expect(response.headers.get('Set-Cookie')).toBeNull();
  expect(response.headers.get('Cache-Control')).toMatch(/no-(store|cache)/);
  expect(response.headers.get('X-Content-Type-Options')).toBe('nosniff');
});

test.each<[string, string, number]>([
  ['broken JSON', '{"jsonrpc":', 400],
  ['an empty body', '', 400],
  ['null', 'null', 400],
  ['an empty batch', '[]', 400],
  ['a number', '7', 400],
  ['an object that is no message', '{"a":1}', 400],
  ['brackets without end', '['.repeat(100_000), 400],
  ['a body above 1 MB', JSON.stringify('x'.repeat(1_000_001)), 413],
  ['a batch above 60 messages', JSON.stringify(Array(61).fill(list)), 413],
])('%s is rejected, and the server keeps working', async (_, body, status) => {
  expect((await post(body)).status).toBe(status);
  expect((await post(list)).status).toBe(200);
});

test.each(['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data', 'text/html'])(
  'a body of type %s is rejected',
  async (type) => {
    expect((await post(JSON.stringify(list), { 'Content-Type': type })).status).toBe(415);
  },
);

test('an unknown tool or method is an error of the protocol', async () => {
  const client = await connect();
  await expect(client.callTool({ name: 'book_stay', arguments: {} })).rejects.toThrow(/book_stay/);
  expect(await (await post({ ...list, method: 'stays/book' })).text()).toContain('-32601');
});

test('a subscription to changes is rejected: tools never change', async () => {
  const client = await connect();
  await expect(client.listen({ toolsListChanged: true })).rejects.toThrow();
});

test('cookies are not read: a guest’s own hold is no exception for an agent', async () => {
  const from = anyAddress();
  const json = { ...stay, property: (await addProperty(db)).slug };
  const quote = (await (await app.request('POST', '/api/quotes', { json, from })).json()) as { id: string };
  const held = await app.request('POST', '/api/bookings', {
    from,
    headers: { 'Idempotency-Key': newId() },
    json: {
      quoteId: quote.id,
      name: 'Ann Lee',
      email: 'ann@guests.example',
      phone: '+1 850 555 0100',
      plan: 'full',
      agreed: { houseRules: true, cancellation: true },
    },
  });
  const cookie = held.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const again = await app.request('POST', '/api/quotes', { json, from, headers: { Cookie: cookie } });
  expect([held.status, again.status]).toEqual([201, 201]);
  const params = { name: 'get_quote', arguments: json };
  const response = await post({ ...list, method: 'tools/call', params }, { Cookie: cookie });
  expect(await response.text()).toContain('dates_taken');
});
