import { afterAll, expect, test } from 'vitest';
import { openFixture } from './test-fixture.ts';

const { url, close } = await openFixture();
afterAll(close);

const put = (name: string, query = '', body?: string) =>
  fetch(`${url}/calendars/${name}.ics${query}`, { method: 'PUT', body });
const get = (name: string, headers: Record<string, string> = {}) =>
  fetch(`${url}/calendars/${name}.ics`, { headers, redirect: 'manual' });

test('a calendar that was put is served with an ETag, and 304 while it stays the same', async () => {
  expect((await get('one')).status).toBe(404);
  expect(await (await put('one', '', 'BEGIN:VCALENDAR')).json()).toMatchObject({ bytes: 15, status: 200 });
  const first = await get('one');
  expect([await first.text(), first.headers.get('Content-Type')]).toEqual([
    'BEGIN:VCALENDAR',
    'text/calendar; charset=utf-8',
  ]);
  const etag = first.headers.get('ETag') ?? '';
  expect((await get('one', { 'If-None-Match': etag })).status).toBe(304);
  await put('one', '', 'END:VCALENDAR');
  expect((await get('one', { 'If-None-Match': etag })).status).toBe(200);
  const list = await (await fetch(`${url}/calendars`)).json();
  expect(list).toContainEqual({
    name: 'one.ics',
    bytes: 13,
    status: 200,
    delayMs: 0,
    reads: 3,
    notModified: 1,
  });
});

test('a status, a delay, a redirect, another type and no ETag last until the next put', async () => {
  await put('two', '', 'BEGIN:VCALENDAR');
  await put('two', '?status=500');
  expect((await get('two')).status).toBe(500);
  await put('two', '?redirect=http://10.0.0.1/');
  const redirected = await get('two');
  expect([redirected.status, redirected.headers.get('Location')]).toEqual([302, 'http://10.0.0.1/']);
  await put('two', '?delayMs=150&gzip=1&etag=0&type=text/html');
  const before = performance.now();
  const slow = await get('two');
  expect(performance.now() - before).toBeGreaterThan(140);
  expect([await slow.text(), slow.headers.get('ETag')]).toEqual(['BEGIN:VCALENDAR', null]);
  expect([slow.headers.get('Content-Type'), slow.headers.get('Content-Encoding')]).toEqual([
    'text/html',
    'gzip',
  ]);
  await put('two');
  expect(await (await get('two')).text()).toBe('BEGIN:VCALENDAR');
  await put('two', '?empty=1');
  expect(await (await get('two')).text()).toBe('');
});

test('invalid input is an error, and a deleted calendar is gone', async () => {
  expect((await put('three', '?status=99', 'x')).status).toBe(400);
  expect((await put('three', '?delayMs=soon', 'x')).status).toBe(400);
  await put('three', '', 'x');
  await fetch(`${url}/calendars/three.ics`, { method: 'DELETE' });
  expect((await get('three')).status).toBe(404);
});
