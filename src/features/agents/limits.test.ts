import { beforeEach, expect, test } from 'vitest';
import { callTool, connectAgent } from '../../../test/agent-client.ts';
import { testAppForFile } from '../../../test/app.ts';
import { addProperty } from '../../../test/bookings.ts';
import { agentFetch, postMessage } from '../../../test/mcp.ts';
import { anyAddress } from '../../../test/shop.ts';

const app = await testAppForFile({ now: () => new Date('2027-05-20T17:00:00Z') });
const { db, settings } = app.platform;
const home = await addProperty(db);
const stay = { property: home.slug, checkin: '2027-07-05', checkout: '2027-07-10', guests: 2 };
let from: string;
beforeEach(() => {
  from = anyAddress();
});

const connect = (address = from) => connectAgent(settings.appUrl, { fetch: agentFetch(app, address) });
const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' };

/** Calls a tool often; returns how many calls succeeded, and the responses of the others. */
async function callOften(times: number, name = 'get_home', args: object = { property: home.slug }) {
  const client = await connect();
  const results = await Promise.all(Array.from({ length: times }, () => callTool(client, name, args)));
  const limited = results.filter(({ isError }) => isError);
  return { client, limited, allowed: times - limited.length };
}

test('60 calls in a minute from one address all succeed', async () => {
  const { allowed } = await callOften(60);
  expect(allowed).toBe(60);
});

test('60 of 200 calls in a minute from one address succeed, the others return how long to wait', async () => {
  const { client, allowed, limited } = await callOften(200);
  expect(allowed).toBe(60);
  for (const { text } of limited) {
    const [, seconds] =
      /^These are many calls for one minute\. Please wait (\d+) seconds\.\n/.exec(text) ?? [];
    expect(Number(seconds)).toBeGreaterThan(0);
    expect(Number(seconds)).toBeLessThanOrEqual(60);
    expect(JSON.parse(text.split('\n')[1] ?? '')).toEqual({ retryAfterSeconds: Number(seconds) });
  }
  const message = await postMessage(agentFetch(app, from), list);
  expect(message.status).toBe(429);
  expect(Number(message.headers.get('Retry-After'))).toBeGreaterThan(0);
  await expect(client.listTools()).rejects.toThrow();

  expect((await callTool(await connect(anyAddress()), 'get_home', { property: home.slug })).isError).toBe(
    false,
  );
});

test('calls in one batch count each', async () => {
  const call = (id: number) => ({
    jsonrpc: '2.0',
    id,
    method: 'tools/call',
    params: { name: 'get_home', arguments: { property: home.slug } },
  });
  const batch = Array.from({ length: 40 }, (_, index) => call(index));
  const bodies = [
    await (await postMessage(agentFetch(app, from), batch)).text(),
    await (await postMessage(agentFetch(app, from), batch)).text(),
  ];
  expect(bodies.join('').match(/"isError":true/g)).toHaveLength(20);
});

test('a batch of other messages and of calls above the limit is rejected as a whole', async () => {
  await callOften(61);
  const call = { ...list, method: 'tools/call', params: { name: 'get_home', arguments: {} } };
  const response = await postMessage(agentFetch(app, from), [call, call, list]);
  expect(response.status).toBe(429);
});

test('messages that call no tool are limited to 60 in a minute, including unknown tools and broken JSON', async () => {
  const broken = '{"jsonrpc":';
  const unknown = { ...list, method: 'tools/call', params: { name: 'book_stay' } };
  const statuses: number[] = [];
  for (const message of Array.from({ length: 21 }, () => [list, broken, unknown]).flat())
    statuses.push((await postMessage(agentFetch(app, from), message)).status);
  expect(statuses.slice(0, 60)).not.toContain(429);
  expect(statuses.slice(60)).toEqual([429, 429, 429]);
});

test('30 of 40 prices in an hour are returned, and the page’s prices have a limit of their own', async () => {
  const { allowed, limited } = await callOften(40, 'get_quote', stay);
  expect(allowed).toBe(30);
  for (const { text } of limited)
    expect(text).toMatch(/^These are many prices for one hour\. Please wait \d+ seconds\./);
  expect((await app.request('POST', '/api/quotes', { json: stay, from })).status).toBe(201);
});
