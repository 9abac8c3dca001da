import { expect, test } from 'vitest';
import { testAppForFile } from '../test/app.ts';
import { addBooking } from '../test/bookings.ts';
import { callsWithBodies, type Paths, sample } from '../test/described-calls.ts';
import { signedInBrowser } from '../test/sign-in.ts';

const app = await testAppForFile();
const { paths } = (await (await app.request('GET', '/api/openapi.json')).json()) as {
  paths: Paths;
};
const host = await signedInBrowser(app, 'host@example.com');
const property = await app.platform.db
  .selectFrom('properties')
  .select(['id', 'slug'])
  .where('slug', '=', 'the-beachcomber')
  .executeTakeFirstOrThrow();
const span = { property_id: property.id, checkin: '2027-03-01', checkout: '2027-03-05' };
const booking = await addBooking(app.platform.db, span);

const samples = { property: property.slug, properties: [property.id], uuid: property.id };

/** Every copy of a value in which one of its texts has an ending. */
function withEnding(value: unknown, ending: string): { key: string; value: unknown }[] {
  if (typeof value === 'string') return [{ key: '', value: value + ending }];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) =>
    withEnding(inner, ending).map((changed) => ({
      key,
      value: Array.isArray(value) ? [changed.value] : { ...value, [key]: changed.value },
    })),
  );
}

const calls = callsWithBodies(paths);

const toUrl = (path: string): string =>
  path.replaceAll('{code}', booking.code).replaceAll(/\{\w+\}/g, booking.id);

/** Those that store what they are sent; messages lose such characters instead, and others look their texts up first. */
const strict =
  /^\/api\/(admin\/(blocks|bookings|conflicts|offers|quotes|rates)\b|bookings$|offers\/|quotes$|waitlist$)/;

test('every call with a body is tried', () => {
  expect(calls.length).toBeGreaterThan(40);
  expect(calls.filter(({ path }) => strict.test(path)).length).toBeGreaterThan(12);
});

test.each(calls)(
  '$method $path never fails at text that cannot be stored',
  async ({ method, path, schema }) => {
    for (const ending of ['\0', '\ud800']) {
      for (const { key, value: json } of withEnding(sample(schema, samples), ending)) {
        const headers = { 'Idempotency-Key': crypto.randomUUID() };
        const response = await host.request(method, toUrl(path), { json, headers });
        const body = await response.text();
        await app.platform.pool.query('truncate rate_limits');
        expect(response.status, `${key}: ${body}`).toBeLessThan(500);
        if (!strict.test(path)) continue;
        expect([response.status, Object.keys(JSON.parse(body).fields ?? {})], `${key}: ${body}`).toEqual([
          400,
          expect.arrayContaining([key]),
        ]);
      }
    }
  },
);
