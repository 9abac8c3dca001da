import { expect, test } from 'vitest';
import { testAppForFile } from './app.ts';
import { addProperty } from './bookings.ts';
import { type Paths, sample } from './described-calls.ts';
import { signedInBrowser } from './sign-in.ts';

const app = await testAppForFile();
const { db, pool } = app.platform;
const { paths } = (await (await app.request('GET', '/api/openapi.json')).json()) as { paths: Paths };
const host = await signedInBrowser(app, 'host@example.com');
const property = await addProperty(db);
const samples = {
  property: property.slug,
  properties: [property.id],
  uuid: property.id,
  checkin: '2027-06-01',
  checkout: '2027-06-04',
  phone: '+1 850 555 0100',
  arrivalTime: '17:30',
  text: 'Long enough for a review.',
  content: {},
  collect: 'elsewhere',
  from: '2027-06-01',
  to: '2027-06-04',
};

const calls = Object.entries(paths).flatMap(([path, methods]) =>
  Object.entries(methods)
    .filter(() => path.includes('{'))
    .map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
);

/** The identifiers of missing things: well-formed ids and codes, and texts that no id can be. */
const names = [
  '018f0000-0000-7000-8000-000000000000',
  'ZZZZZZZZ',
  'x'.repeat(43),
  '%00',
  '..%2f..',
  "'",
  '%F0%9F%8F%96',
];

test.each(calls)('$method $path of what does not exist is not found', async ({ method, path, operation }) => {
  const schema = operation.requestBody?.content['application/json']?.schema;
  const query = (operation.parameters ?? []).filter((one) => one.in === 'query' && one.required);
  const search = new URLSearchParams(
    query.map((one) => [one.name, String(sample(one.schema, samples, one.name))]),
  );
  for (const name of names) {
    const url = `${path.replaceAll(/\{\w+\}/g, name)}?${search}`;
    const response = await host.request(method, url, {
      ...(schema ? { json: sample(schema, samples) } : {}),
      headers: { 'Idempotency-Key': crypto.randomUUID() },
    });
    const body = await response.text();
    await pool.query('truncate rate_limits');
    expect([name, response.status], body).toEqual([name, 404]);
    expect(Object.keys(operation.responses), path).toContain('404');
  }
});
