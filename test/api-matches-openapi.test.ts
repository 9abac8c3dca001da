import Ajv, { type AnySchema } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '../src/shared/uuid.server.ts';
import { basket, openShop, type Shop, signed } from './shop.ts';
import { signedInBrowser } from './sign-in.ts';

interface Operation {
  requestBody?: { content: { 'application/json': { schema: AnySchema } } };
  responses: Record<string, { content?: { 'application/json': { schema: AnySchema } } }>;
}

let shop: Shop;
let paths: Record<string, Record<string, Operation>>;
beforeAll(async () => {
  shop = await openShop();
  const post = { slug: 'sand', title: 'Sand', html_rich_text: '<p>Warm.</p>', published_at: new Date(0) };
  await shop.platform.db
    .insertInto('blog_posts')
    .values({ ...post, id: newId(), summary: null })
    .execute();
  ({ paths } = (await (await shop.request('GET', '/api/openapi.json')).json()) as { paths: typeof paths });
});
afterAll(() => shop.close());

const ajv = new Ajv({ strict: false, allErrors: true });
formats.default(ajv);

/** The same schema with nothing allowed that it does not name, so that a part left out of it shows. */
const closed = (schema: unknown): unknown => {
  if (Array.isArray(schema)) return schema.map(closed);
  if (typeof schema !== 'object' || schema === null) return schema;
  const inner = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, closed(value)]));
  return 'properties' in schema && 'type' in schema ? { additionalProperties: false, ...inner } : inner;
};

function expectDescribed(value: unknown, schema: AnySchema | undefined): void {
  expect(schema).toMatchObject({ type: expect.any(String) });
  ajv.validate(closed(schema) as AnySchema, value);
  expect(ajv.errors ?? []).toEqual([]);
}

const responseSchema = (method: string, path: string, status = '200') =>
  paths[path]?.[method]?.responses[status]?.content?.['application/json'].schema;

test.each(['/api/properties', '/api/amenities', '/api/reviews', '/api/blog', '/api/site', '/api/products'])(
  'the response of %s matches the document',
  async (path) => {
    const body = (await (await shop.request('GET', path)).json()) as unknown[];
    expect(Object.keys(body).length).toBeGreaterThan(0);
    expectDescribed(body, responseSchema('get', path));
  },
);

test('the form matches the document', async () => {
  const response = await shop.request('GET', '/api/forms/booking_inquiry');
  expectDescribed(await response.json(), responseSchema('get', '/api/forms/{formId}'));
});

test('a property matches the document', async () => {
  const response = await shop.request('GET', '/api/properties/the-beachcomber');
  expectDescribed(await response.json(), responseSchema('get', '/api/properties/{slug}'));
});

test('joining the waitlist matches the document', async () => {
  const homes = (await (await shop.request('GET', '/api/properties')).json()) as {
    id: string;
    slug: string;
  }[];
  const propertyId = homes.find(({ slug }) => slug === 'sunset-villa')?.id;
  const json = { propertyId, email: 'ann@guests.example' };
  expectDescribed(json, paths['/api/notify']?.post?.requestBody?.content['application/json'].schema);
  const response = await shop.request('POST', '/api/notify', { json });
  expectDescribed(await response.json(), responseSchema('post', '/api/notify'));
});

test('calendars, availability and quotes match the document', async () => {
  const today = new Date();
  const day = (days: number) => new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const calendar = '/api/properties/the-beachcomber/calendar';
  const days = await shop.request('GET', `${calendar}?from=${day(-1)}&to=${day(60)}`);
  expectDescribed(await days.json(), responseSchema('get', '/api/properties/{slug}/calendar'));

  const stay = { checkin: day(100), checkout: day(106) };
  const homes = await shop.request(
    'GET',
    `/api/availability?${new URLSearchParams({ ...stay, guests: '2' })}`,
  );
  expectDescribed(await homes.json(), responseSchema('get', '/api/availability'));

  const json = { property: 'the-beachcomber', ...stay, guests: 7, pets: 1, promoCode: 'beach10' };
  expectDescribed(json, paths['/api/quotes']?.post?.requestBody?.content['application/json'].schema);
  const made = await (await shop.request('POST', '/api/quotes', { json })).json();
  expectDescribed(made, responseSchema('post', '/api/quotes', '201'));
  const again = await shop.request('GET', `/api/quotes/${made.id}`);
  expectDescribed(await again.json(), responseSchema('get', '/api/quotes/{id}'));

  const guest = { name: 'Ann Lee', email: 'ann@guests.example', phone: '+1 850 555 0100' };
  const agreed = { houseRules: true, cancellation: true };
  const booking = { quoteId: made.id, ...guest, plan: 'deposit', agreed };
  expectDescribed(booking, paths['/api/bookings']?.post?.requestBody?.content['application/json'].schema);
  const headers = { 'Idempotency-Key': newId() };
  const placed = await shop.request('POST', '/api/bookings', { json: booking, headers });
  expectDescribed(await placed.json(), responseSchema('post', '/api/bookings', '201'));
});

test('an inquiry matches the document', async () => {
  const json = {
    formId: 'booking_inquiry',
    name: 'Ann Lee',
    email: 'ann@guests.example',
    property: 'Sunset Villa',
    checkin: '2099-06-10',
    checkout: '2099-06-17',
    guests: 4,
  };
  const response = await shop.request('POST', '/api/forms/submit', { json });
  expectDescribed(await response.json(), responseSchema('post', '/api/forms/submit'));
});

test('a purchase matches the document, from the shop to the account', async () => {
  const call = '/api/create-checkout-session';
  expectDescribed(basket(shop.productId), paths[call]?.post?.requestBody?.content['application/json'].schema);
  expectDescribed(await (await shop.buy()).json(), responseSchema('post', call));

  for (const id of [shop.productId, shop.monthlyId]) {
    const sessionId = await shop.pay(id, { email: 'ann@guests.example' });
    const detail = await (await shop.detail(sessionId)).json();
    expectDescribed(detail, responseSchema('get', '/api/products/purchase-detail'));
  }
  const body = JSON.stringify((await shop.events())[0]);
  const heard = await shop.request('POST', '/api/webhooks/stripe', {
    body,
    headers: signed(shop.stripe, body),
  });
  expectDescribed(await heard.json(), responseSchema('post', '/api/webhooks/stripe'));

  const browser = await signedInBrowser(shop, 'ann@guests.example');
  const bought = (await (await browser.request('GET', '/api/purchased-products')).json()) as unknown[];
  expect(bought).toHaveLength(2);
  expectDescribed(bought, responseSchema('get', '/api/purchased-products'));
});

test('a response without a body is documented without one', () => {
  expect(paths['/api/csp-reports']?.post?.responses['204']).toEqual({ description: 'Success' });
});
