import { expect, test } from 'vitest';
import { testAppForFile } from '../test/app.ts';
import { addBooking, addProperty } from '../test/bookings.ts';
import { type Call, callsWithBodies, type Paths, type Schema, sample } from '../test/described-calls.ts';
import { signedInBrowser } from '../test/sign-in.ts';

const app = await testAppForFile();
const { db, pool } = app.platform;
const { paths } = (await (await app.request('GET', '/api/openapi.json')).json()) as { paths: Paths };
const host = await signedInBrowser(app, 'host@example.com');
const property = await addProperty(db);
const booking = await addBooking(db, {
  property_id: property.id,
  checkin: '2027-03-01',
  checkout: '2027-03-05',
});
const inquiry = await db
  .insertInto('inquiries')
  .values({
    id: crypto.randomUUID(),
    name: 'Ann Lee',
    email: 'ann@guests.example',
    property_title: 'Sunset Villa',
    check_in: '2027-07-09',
    check_out: '2027-07-14',
    guests: 4,
  })
  .returning('id')
  .executeTakeFirstOrThrow();
const samples = {
  property: property.slug,
  properties: [property.id],
  uuid: property.id,
  checkout: '2027-06-04',
  phone: '+1 850 555 0100',
  arrivalTime: '17:30',
};

/** Values that a schema does not allow. */
function wrongValues({ type, ...schema }: Schema): unknown[] {
  if (schema.enum) return ['no-such-choice', 7];
  if (schema.anyOf || schema.const !== undefined || schema.properties) return [];
  if (type === 'boolean') return ['yes'];
  if (type === 'array')
    return ['x', ...(schema.maxItems === undefined ? [] : [Array(schema.maxItems + 1).fill('x')])];
  if (type === 'integer' || type === 'number')
    return [
      '1',
      Number.MAX_VALUE,
      ...(type === 'integer' ? [1.5] : []),
      ...(schema.minimum === undefined ? [] : [schema.minimum - 1]),
      ...(schema.maximum === undefined ? [] : [schema.maximum + 1]),
    ];
  return [
    7,
    ['x'],
    ...(schema.maxLength === undefined ? [] : ['x'.repeat(schema.maxLength + 1)]),
    ...((schema.minLength ?? 0) > 0 ? [''] : []),
    ...(schema.format ? ['x'] : []),
  ];
}

/** The calls about stays; they name what is wrong by its field. */
const isStays =
  /^\/api\/(admin\/(blocks|bookings|conflicts|inbox|message-rules|offers|quotes|rates|reviews|turnovers)\b|bookings\b|cleaning\/|offers\/|quotes$|reviews\/|waitlist$)/;
const calls = callsWithBodies(paths).filter(({ path }) => isStays.test(path));
const required = ({ schema }: Call) => schema.required ?? [];
const wrong = calls.flatMap((call) =>
  Object.entries(call.schema.properties ?? {}).flatMap(([field, schema]) => [
    ...wrongValues(schema).map((value) => ({ ...call, field, value })),
    ...(required(call).includes(field) ? [{ ...call, field, value: undefined }] : []),
  ]),
);

const toUrl = (path: string): string =>
  path
    .replaceAll('{code}', booking.code)
    .replace('inbox/{id}', `inbox/${inquiry.id}`)
    .replaceAll(/\{\w+\}/g, booking.id);

async function send({ method, path, operation }: Call, json: unknown) {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const response = await host.request(method, toUrl(path), { json, headers });
  await pool.query('truncate rate_limits');
  const body = await response.json();
  expect(Object.keys(operation.responses), JSON.stringify(body)).toContain(String(response.status));
  return { status: response.status, fields: Object.keys(body.fields ?? {}), body };
}

test('every call about stays is tried', () => {
  expect(calls.length).toBeGreaterThan(20);
  expect(wrong.length).toBeGreaterThan(250);
});

test.each(wrong.map((one) => ({ ...one, shown: JSON.stringify(one.value)?.slice(0, 40) })))(
  '$method $path names $field with $shown',
  async ({ field, value, ...call }) => {
    const json = { ...(sample(call.schema, samples) as object), [field]: value };
    const { status, fields, body } = await send(call, json);
    // An id that no quote has is looked up.
    if (field === 'quoteId' && value === 'x') return expect(status).toBe(404);
    expect([status, fields], JSON.stringify(body)).toEqual([400, expect.arrayContaining([field])]);
  },
);

test.each(calls)('$method $path names a field that it does not know', async (call) => {
  const json = { ...(sample(call.schema, samples) as object), surprise: 1 };
  const { status, fields, body } = await send(call, json);
  expect([status, fields], JSON.stringify(body)).toEqual([400, expect.arrayContaining(['surprise'])]);
});

test.each(calls.filter((call) => required(call).length > 0))(
  '$method $path names every field that is missing in what is no object',
  async (call) => {
    for (const json of [null, [], 'text', 7]) {
      const { status, fields, body } = await send(call, json);
      expect([status, fields], JSON.stringify(body)).toEqual([400, expect.arrayContaining(required(call))]);
    }
  },
);
