import fc from 'fast-check';
import { expect, test } from 'vitest';
import { AppError } from '../../../shared/errors.ts';
import { checkoutRequest } from '../contract.server.ts';

const { parse: parseCheckoutRequest } = checkoutRequest;

const productId = '01920000-0000-7000-8000-000000000001';
const body = (changes: object = {}) => ({
  products: [{ productId, quantity: 1 }],
  successRouter: '/checkout/success',
  cancelRouter: '/checkout/cancel',
  ...changes,
});

const rejection = (input: unknown): AppError => {
  try {
    parseCheckoutRequest(input);
  } catch (error) {
    if (error instanceof AppError) return error;
    throw error;
  }
  throw new Error('was not refused');
};

test("parseCheckoutRequest accepts the shop page's request", () => {
  expect(parseCheckoutRequest(body())).toEqual({ productId });
});

test('parseCheckoutRequest ignores prices, currencies and other keys', () => {
  const products = [{ productId, quantity: 1, price: 1, unit_amount: 1, currency: 'jpy' }];
  expect(parseCheckoutRequest(body({ products, price: 1, currency: 'jpy', amount: 1 }))).toEqual({
    productId,
  });
});

test.each([-1, 0, 1e9, 1.5, '1', null, undefined, true, [1], 2, Number.NaN])(
  'parseCheckoutRequest rejects the quantity %o',
  (quantity) => {
    const error = rejection(body({ products: [{ productId, quantity }] }));
    expect(error.code).toBe('invalid');
    expect(error.fields).toEqual({ products: 'A property can be booked exactly once.' });
  },
);

const item = { productId, quantity: 1 };
test.each([[[]], [[item, item]], [item], ['x'], [null], [undefined], [[null]], [['x']], [[[item]]]])(
  'parseCheckoutRequest rejects anything but exactly one product: %j',
  (products) => {
    expect(rejection(body({ products })).message).toBe('Please book exactly one property at a time.');
  },
);

test.each([1, null, undefined, {}, [productId]])('parseCheckoutRequest rejects the product id %o', (id) => {
  expect(rejection(body({ products: [{ productId: id, quantity: 1 }] })).code).toBe('invalid');
});

test.each(['', 'x', `${productId}'`, '../1', '\0', 'constructor'])(
  'parseCheckoutRequest treats an impossible product id as an unknown one: %j',
  (id) => {
    expect(rejection(body({ products: [{ productId: id, quantity: 1 }] })).code).toBe('notFound');
  },
);

test.each([undefined, null, 'x', 1, [], [body()]])('parseCheckoutRequest rejects the body %o', (input) => {
  expect(rejection(input).code).toBe('invalid');
});

const elsewhere = [
  '//evil.example',
  '\\\\evil.example',
  'https:evil.example',
  'https://evil.example/checkout/success',
  '/\\evil.example',
  '/%2f%2fevil.example',
  '/\t/evil.example',
  '/checkout/success\n',
  ' /checkout/success',
  '/checkout/success/',
  '/checkout/success?x=1',
  '/checkout/../checkout/success',
  'javascript:alert(1)',
  '',
  `/${'a'.repeat(8192)}`,
  null,
  1,
  ['/checkout/success'],
  { toString: '/checkout/success' },
];

test.each(elsewhere)('parseCheckoutRequest rejects the return path %j', (router) => {
  expect(Object.keys(rejection(body({ successRouter: router })).fields ?? {})).toEqual(['successRouter']);
  expect(Object.keys(rejection(body({ cancelRouter: router })).fields ?? {})).toEqual(['cancelRouter']);
});

test('parseCheckoutRequest rejects exchanged return paths', () => {
  const error = rejection(body({ successRouter: '/checkout/cancel', cancelRouter: '/checkout/success' }));
  expect(Object.keys(error.fields ?? {})).toEqual(['successRouter', 'cancelRouter']);
});

test('parseCheckoutRequest gives a product id or a rejection for any JSON', () => {
  const nearly = fc.record({
    products: fc.array(
      fc.record({ productId: fc.oneof(fc.uuid(), fc.string()), quantity: fc.constantFrom(1, 2, '1') }),
      { maxLength: 2 },
    ),
    successRouter: fc.constantFrom('/checkout/success', '/'),
    cancelRouter: fc.constantFrom('/checkout/cancel', '/'),
  });
  fc.assert(
    fc.property(fc.oneof(fc.jsonValue(), nearly), (body) => {
      try {
        expect(parseCheckoutRequest(body).productId).toMatch(/^[0-9a-f-]{36}$/);
      } catch (error) {
        expect(error).toBeInstanceOf(AppError);
        expect(['invalid', 'notFound']).toContain((error as AppError).code);
      }
    }),
  );
});
