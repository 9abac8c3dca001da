import { afterAll, expect, test } from 'vitest';
import { addProperty } from '../../../../test/bookings.ts';
import { testAppForHosts } from '../../../../test/host.ts';

const { app, host, send } = await testAppForHosts();
afterAll(() => app.close());

test('rates are sorted by the title of their home and by first night, in lists of any page size and in the file', async () => {
  const { db } = app.platform;
  await db.deleteFrom('rates').execute();
  const [tern, gull] = [await addProperty(db, { title: 'Tern' }), await addProperty(db, { title: 'Gull' })];
  for (const [home, name, first_night] of [
    [tern, 'Tern in July', '2027-07-01'],
    [gull, 'Gull in June', '2027-06-01'],
    [tern, 'Tern in May', '2027-05-01'],
    [gull, 'Gull in April', '2027-04-01'],
    [tern, 'Tern always', null],
  ] as const)
    await db.insertInto('rates').values({ property_id: home.id, name, first_night }).execute();
  const sorted = ['Gull in April', 'Gull in June', 'Tern always', 'Tern in May', 'Tern in July'];
  const listed = async (query: string) =>
    (await send('GET', `/api/tables/rates?${query}`)).data.map(({ name }: { name: string }) => name);

  expect(await listed('')).toEqual(sorted);
  expect(await listed('limit=2&page=2')).toEqual(sorted.slice(2, 4));
  expect(await listed('sort=name:desc&limit=1')).toEqual(['Tern in May']);
  const file = await (await host.request('GET', '/api/tables/rates/export')).text();
  expect(file.match(/(Gull|Tern) (in \w+|always)/g)).toEqual(sorted);
});
