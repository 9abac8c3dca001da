import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { inDays, openStaysForFile, type Placed } from '../../../test/paid-stays.ts';
import { anyAddress } from '../../../test/shop.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { tripLinks } from '../bookings/trips/trip-links.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
await db.deleteFrom('guide_sections').execute();
const home = await stays.addProperty({
  access_notes: 'The lockbox hangs beside the door',
  wifi_name: 'Beachcomber',
  wifi_password: 'where;shells',
});
const other = await stays.addProperty();
await db
  .insertInto('guide_sections')
  .values([
    { title: 'Leaving', html_rich_text: '<p>Bye</p>', reveal: 'booked', position: 3 },
    {
      title: 'The door',
      html_rich_text: '<p>Push</p>',
      reveal: 'arrival',
      position: 2,
      property_id: home.id,
    },
    {
      title: 'The beach',
      html_rich_text:
        '<h1>Flags</h1><script>alert(1)</script><p>Look up<img src="https://x.example/a.jpg"></p>',
      reveal: 'public',
      position: 1,
    },
    { title: 'Elsewhere', html_rich_text: '<p>No</p>', reveal: 'public', property_id: other.id },
    { title: 'Off', html_rich_text: '<p>No</p>', reveal: 'public', is_active: false },
  ])
  .execute();

const get = async ({ code, key }: Pick<Placed, 'code' | 'key'>) => {
  const headers = { 'X-Booking-Key': key };
  const response = await stays.request('GET', `/api/bookings/${code}/guide`, { headers, from: anyAddress() });
  return {
    status: response.status,
    cache: response.headers.get('Cache-Control'),
    body: await response.json(),
  };
};
const beach = { title: 'The beach', html: '<h3>Flags</h3><p>Look up</p>' };
const leaving = { title: 'Leaving', html: '<p>Bye</p>', reveal: 'booked' };
const placed = await stays.confirmed(home.slug, {}, 60);

test('the guide of a stay before its time has public and booked sections in their order, sanitised', async () => {
  expect(await get(placed)).toEqual({
    status: 200,
    cache: expect.stringContaining('private, no-store'),
    body: { sections: [{ ...beach, reveal: 'public' }, leaving] },
  });
});

test('the guide has what opens the home from 3 days before check-in to the end of the check-out day', async () => {
  await stays.set(placed.code, { access_code: '4711#' });
  const at = async (checkin: number, checkout: number) => {
    await stays.set(placed.code, { checkin: inDays(checkin), checkout: inDays(checkout) });
    return (await get(placed)).body;
  };
  expect(await at(4, 7)).toEqual({ sections: [{ ...beach, reveal: 'public' }, leaving] });
  const due = {
    sections: [
      { ...beach, reveal: 'public' },
      { title: 'The door', html: '<p>Push</p>', reveal: 'arrival' },
      leaving,
    ],
    wifi: { name: 'Beachcomber', password: 'where;shells' },
    access: 'Your access code: 4711#\n\nThe lockbox hangs beside the door',
    accessCode: '4711#',
  };
  expect(await at(3, 6)).toEqual(due);
  expect(await at(-3, 0)).toEqual(due);
  expect(await at(-4, -1)).toEqual({ sections: [{ ...beach, reveal: 'public' }, leaving] });
});

test('the guide of a home without Wi-Fi, notes and code has none of them', async () => {
  const bare = await stays.confirmed(other.slug, {}, 2);
  const { body } = await get(bare);
  expect(Object.keys(body)).toEqual(['sections']);
});

test.each(['held', 'cancelled'] as const)(
  'the guide of a stay that is %s has only the public sections',
  async (status) => {
    const stay = await stays.hold(home.slug, {}, 2);
    await stays.set(stay.code, { status });
    expect((await get(stay)).body).toEqual({ sections: [{ ...beach, reveal: 'public' }] });
    await stays.set(stay.code, { status: 'cancelled' });
  },
);

test('the guide opens with the key, for the signed-in guest and for hosts; for others it is 404', async () => {
  const stay = await stays.confirmed(home.slug, { email: 'reader@guests.example' }, 90);
  const path = `/api/bookings/${stay.code}/guide`;
  const status = async (email: string) =>
    (await (await signedInBrowser(stays, email, cookieBrowser(stays))).request('GET', path)).status;
  expect((await get({ ...stay, code: stay.code.toLowerCase() })).status).toBe(200);
  expect(await status('reader@guests.example')).toBe(200);
  expect(await status('host@example.com')).toBe(200);
  expect(await status('stranger@guests.example')).toBe(404);
  expect((await get({ code: stay.code, key: 'x'.repeat(43) })).status).toBe(404);
  expect((await get({ code: 'ZZZZZZZZ', key: stay.key })).status).toBe(404);
});

test('a mailed link to the guide lets the browser in and drops its key from the address', async () => {
  const stay = await stays.confirmed(home.slug, {}, 120);
  const links = tripLinks(stays.platform, {});
  const response = await links.request(`http://localhost/trips/${stay.code}/guide?key=${stay.key}`);
  expect([response.status, response.headers.get('Location')]).toEqual([303, `/trips/${stay.code}/guide`]);
  const cookie = response.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const read = await stays.request('GET', `/api/bookings/${stay.code}/guide`, {
    headers: { Cookie: cookie },
  });
  expect(read.status).toBe(200);
});

test('public sections of a listed home are there without a session, cached until they change', async () => {
  const read = async (slug: string) => {
    const response = await stays.request('GET', `/api/properties/${slug}/guide`);
    return {
      status: response.status,
      body: await response.json(),
      cache: response.headers.get('Cache-Control'),
    };
  };
  expect(await read(home.slug)).toEqual({
    status: 200,
    body: { sections: [beach] },
    cache: 'public, no-cache',
  });
  expect((await read('no-such-home')).status).toBe(404);
  await db
    .updateTable('guide_sections')
    .set({ title: 'The sand' })
    .where('title', '=', 'The beach')
    .execute();
  await expect.poll(async () => (await read(home.slug)).body.sections[0].title).toBe('The sand');
});

test('images of sections come from the library, in all widths and loaded lazily', async () => {
  const { rows } = await stays.platform.pool.query<{ id: string; width: number }>(
    `update media set status = 'ready' where id = (select id from media where kind = 'image' order by id limit 1)
     returning id, width`,
  );
  const [picture] = rows;
  const html = `<p>Here</p><img src="/media/${picture?.id}/${picture?.width}.jpg" alt="The breakers">`;
  const section = {
    title: 'Breakers',
    html_rich_text: html,
    reveal: 'booked' as const,
    property_id: home.id,
  };
  await db.insertInto('guide_sections').values(section).execute();
  const read = async () =>
    (await get(placed)).body.sections.find(({ title }: { title: string }) => title === 'Breakers')?.html;
  await expect
    .poll(read)
    .toMatch(/<picture><source type="image\/avif" srcset="[^"]+ \d+w.*<img [^>]*loading="lazy"/);
});
