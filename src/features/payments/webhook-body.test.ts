import fc from 'fast-check';
import { expect, test } from 'vitest';
import { runs } from '../../../test/runs.ts';
import { openShopForFile, signed } from '../../../test/shop.ts';

const shop = await openShopForFile();

/** Sends bytes that bear the right signature. */
const sendSigned = (body: string | Uint8Array<ArrayBuffer>) =>
  shop.request('POST', '/api/webhooks/stripe', {
    body,
    headers: signed(shop.stripe, typeof body === 'string' ? body : new TextDecoder().decode(body)),
  });
const recordedEvents = async () =>
  (await shop.platform.db.selectFrom('webhook_events').select('id').execute()).map(({ id }) => id);

const event = (changes: object = {}) => ({
  id: 'evt_1',
  object: 'event',
  type: 'payout.paid',
  data: { object: { id: 'po_1' } },
  ...changes,
});
const about = (type: string, object: unknown) => event({ type, data: { object } });

const malformed: Record<string, unknown> = {
  'an empty object': {},
  'an empty list': [],
  null: null,
  'a number': 7,
  'a string': 'evt_1',
  true: true,
  'an event in a list': [event()],
  'no id': event({ id: undefined }),
  'a number as id': event({ id: 7 }),
  'an id of another kind': event({ id: 'cs_1' }),
  'an id with a NUL': event({ id: 'evt_\u0000' }),
  'an id of 100 KB': event({ id: `evt_${'x'.repeat(100_000)}` }),
  'no type': event({ type: undefined }),
  'a list as type': event({ type: ['payout.paid'] }),
  'a type with a NUL': event({ type: 'payout.\u0000' }),
  'no data': event({ data: undefined }),
  'null as data': event({ data: null }),
  'no object': event({ data: {} }),
  'null as object': event({ data: { object: null } }),
  'a list as object': event({ data: { object: [] } }),
  'a string as object': event({ data: { object: 'cs_1' } }),
  'a session without id': about('checkout.session.completed', {}),
  'a session with a number as id': about('checkout.session.completed', { id: 7 }),
  'a session with an object as id': about('checkout.session.expired', { id: { id: 'cs_1' } }),
  'a session with a path as id': about('checkout.session.completed', { id: '../refunds' }),
  'a subscription without id': about('customer.subscription.updated', {}),
  'a subscription with a sentence as id': about('customer.subscription.deleted', { id: 'not an id' }),
  'a refund with a number as payment': about('charge.refunded', { payment_intent: 7 }),
  'a refund with a list as payment': about('refund.created', { payment_intent: ['pi_1'] }),
  'a refund with an empty object as payment': about('refund.updated', { payment_intent: {} }),
};

test.each(Object.entries(malformed))(
  'a correctly signed body that is no event gets 400: %s',
  async (_, json) => {
    const response = await sendSigned(JSON.stringify(json));
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      code: 'invalid',
      message: 'This is not an event of the card provider.',
    });
    expect(await recordedEvents()).toEqual([]);
  },
);

const encoder = new TextEncoder();
const bytes: Record<string, Uint8Array<ArrayBuffer>> = {
  'no JSON': encoder.encode('not json'),
  'half of an event': encoder.encode(JSON.stringify(event()).slice(0, 40)),
  'a byte order mark': encoder.encode(`\ufeff${JSON.stringify(event())}`),
  'invalid UTF-8': new Uint8Array([...encoder.encode('{"id":"evt_'), 0xff, 0xfe, ...encoder.encode('"}')]),
  'an event with invalid UTF-8 beside it': new Uint8Array([
    ...encoder.encode(JSON.stringify(event()).slice(0, -1)),
    ...encoder.encode(',"x":"'),
    0xc3,
    0x28,
    ...encoder.encode('"}'),
  ]),
  'lists 400,000 deep': encoder.encode('['.repeat(400_000) + ']'.repeat(400_000)),
  'objects 150,000 deep': encoder.encode(`${'{"a":'.repeat(150_000)}1${'}'.repeat(150_000)}`),
  'a megabyte of text': encoder.encode(JSON.stringify('x'.repeat(999_990))),
  'a megabyte of list': encoder.encode(`[${'1,'.repeat(499_000)}1]`),
};

test.each(Object.entries(bytes))('correctly signed bytes get 400: %s', async (_, body) => {
  expect((await sendSigned(body)).status).toBe(400);
  expect(await recordedEvents()).toEqual([]);
});

test('T-09: correctly signed bodies get 200 or 400, never 5xx: 500 random bodies', async () => {
  const anyValue = fc.jsonValue({ maxDepth: 4 });
  const mostly = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ weight: 4, arbitrary: value }, anyValue);
  const followed = fc.constantFrom(
    'checkout.session.completed',
    'checkout.session.expired',
    'charge.refunded',
    'refund.failed',
    'customer.subscription.updated',
    'invoice.paid',
    'charge.dispute.created',
    'charge.dispute.closed',
    'payout.paid',
  );
  const id = (prefix: string) => fc.stringMatching(/^[A-Za-z0-9_]{1,40}$/).map((text) => `${prefix}_${text}`);
  const reference = fc.constantFrom('cs', 'sub', 'pi', 'dp', 'du', 'in', 'ch').chain(id);
  const object = fc.record(
    {
      id: mostly(reference),
      payment_intent: mostly(fc.oneof(reference, fc.record({ id: mostly(reference) }))),
      parent: mostly(
        fc.record({ subscription_details: mostly(fc.record({ subscription: mostly(reference) })) }),
      ),
    },
    { requiredKeys: [] },
  );
  const nearlyEvent = fc.record(
    {
      id: mostly(id('evt')),
      type: mostly(followed),
      data: mostly(fc.record({ object: mostly(object) }, { requiredKeys: [] })),
      created: anyValue,
    },
    { requiredKeys: [] },
  );
  const counts: Record<number, number> = {};
  await fc.assert(
    fc.asyncProperty(
      fc.oneof({ weight: 1, arbitrary: anyValue }, { weight: 4, arbitrary: nearlyEvent }),
      async (json) => {
        const { status } = await sendSigned(JSON.stringify(json));
        counts[status] = (counts[status] ?? 0) + 1;
        expect([200, 400]).toContain(status);
      },
    ),
    { numRuns: runs(500) },
  );
  expect(counts[200]).toBeGreaterThan(20);
  expect(counts[400]).toBeGreaterThan(100);
  expect(await shop.purchases()).toEqual([]);
});

test('an event id may hold hyphens', async () => {
  const response = await sendSigned(JSON.stringify(event({ id: 'evt_0d9f-4c1b' })));
  expect(response.status).toBe(200);
});

test('an event of an unknown type is accepted with any object', async () => {
  for (const [index, object] of [{}, { id: 7 }, { payment_intent: [] }, { id: 'x\u0000' }].entries())
    expect(
      (await sendSigned(JSON.stringify({ ...about('payout.paid', object), id: `evt_${index}` }))).status,
    ).toBe(200);
});

test('an event about an object that the provider does not have is accepted and changes nothing', async () => {
  const objects = {
    'checkout.session.completed': { id: 'cs_test_unknown' },
    'customer.subscription.updated': { id: 'sub_unknown' },
    'charge.refunded': { id: 'ch_unknown', payment_intent: 'pi_unknown' },
    'refund.created': { id: 're_unknown', payment_intent: null },
  };
  for (const [type, object] of Object.entries(objects)) {
    const id = `evt_${type.replace(/\W/g, '_')}`;
    expect([type, (await sendSigned(JSON.stringify({ ...about(type, object), id }))).status]).toEqual([
      type,
      200,
    ]);
    expect(await recordedEvents()).toContain(id);
  }
  expect(await shop.purchases()).toEqual([]);
});
