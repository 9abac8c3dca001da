import { expect, test } from 'vitest';
import { testAppForFile } from '../../../../test/app.ts';
import { addProperty } from '../../../../test/bookings.ts';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const app = await testAppForFile();
const { db } = app.platform;
const host = await signedInBrowser(app, 'host@example.com', cookieBrowser(app));

test('a reading of a feed causes no conflict for a host; another host’s edit does', async () => {
  const { id: property_id } = await addProperty(db);
  const feed = await db
    .insertInto('calendar_feeds')
    .values({ property_id, channel: 'airbnb', url: 'https://airbnb.example/a.ics' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const path = `/api/tables/calendar_feeds/${feed.id}`;
  const read = async () => (await host.request('GET', path)).json();
  const { _version } = await read();
  const at = new Date();
  await db.updateTable('calendar_feeds').set({ last_read_at: at, event_count: 7, last_error: 'x' }).execute();
  expect((await read())._version).toBe(_version);
  expect((await host.request('PUT', path, { json: { name: 'Mine', _version } })).status).toBe(200);
  expect((await host.request('PUT', path, { json: { name: 'Yours', _version } })).status).toBe(409);
});

test('an older version of a row is restored only over the version that the host has seen', async () => {
  const { id } = await addProperty(db, { title: 'First' });
  const path = `/api/tables/properties/${id}`;
  const { _version: seen } = await (await host.request('PUT', path, { json: { title: 'Second' } })).json();
  const { data } = await (await host.request('GET', `${path}/history`)).json();
  const { _version: newer } = await (await host.request('PUT', path, { json: { title: 'Third' } })).json();
  const restore = (version: string) =>
    host.request('POST', `${path}/history/${data[0].id}/restore?side=before`, {
      json: {},
      headers: { 'If-Match': version },
    });
  const late = await restore(seen);
  expect([late.status, (await late.json()).current.title]).toEqual([409, 'Third']);
  const restored = await restore(newer);
  expect([restored.status, (await restored.json()).title]).toEqual([200, 'First']);
});
