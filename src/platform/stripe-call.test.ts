import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '../shared/errors.ts';
import {
  callStripe,
  type FailureKind,
  isStripeDown,
  noResponse,
  orNull,
  orUnavailable,
  StripeCallError,
  stripeTimeoutMs,
} from './stripe-call.server.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failing = (error: unknown) => callStripe(Promise.reject(error));

test.each<[string, object, FailureKind]>([
  ['a connection that broke', { type: 'StripeConnectionError' }, 'timeout'],
  ['an error without a status', { type: 'StripeAPIError' }, 'timeout'],
  ['a call in progress under the same key', { type: 'StripeIdempotencyError', statusCode: 409 }, 'timeout'],
  ['an internal error', { type: 'StripeAPIError', statusCode: 500 }, 'provider_error'],
  ['a gateway that is down', { type: 'StripeAPIError', statusCode: 503 }, 'provider_error'],
  ['too many calls', { type: 'StripeRateLimitError', statusCode: 429 }, 'unavailable'],
  ['a card that is declined', { type: 'StripeCardError', statusCode: 402 }, 'declined'],
  ['a wrong parameter', { type: 'StripeInvalidRequestError', statusCode: 400 }, 'rejected'],
  ['a wrong key', { type: 'StripeAuthenticationError', statusCode: 401 }, 'denied'],
  [
    'an object that is missing',
    { type: 'StripeInvalidRequestError', statusCode: 404, code: 'resource_missing' },
    'not_found',
  ],
  [
    'a parameter that names what is missing',
    { type: 'StripeInvalidRequestError', statusCode: 400, code: 'resource_missing' },
    'not_found',
  ],
])('%s is known for what it is', async (_, error, kind) => {
  await expect(failing(error)).rejects.toMatchObject({ name: 'StripeCallError', kind, cause: error });
});

test.each([new TypeError('a bug'), { type: 'Other', statusCode: 500 }, { statusCode: 500 }, { type: 7 }])(
  'an error that is no failure of the provider is thrown unchanged: %o',
  async (error) => {
    await expect(failing(error)).rejects.toBe(error);
  },
);

test('a call without a response fails at the deadline, not before, and as unknown', async () => {
  const call = callStripe(new Promise(() => {}));
  const result = vi.fn();
  call.catch(result);
  await vi.advanceTimersByTimeAsync(stripeTimeoutMs - 1);
  expect(result).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(result).toHaveBeenCalledWith(expect.objectContaining({ kind: 'timeout' }));
});

test('a deadline that has passed is no time at all, never an endless one', async () => {
  const call = callStripe(new Promise(() => {}), -5_000);
  const rejected = expect(call).rejects.toMatchObject({ kind: 'timeout' });
  await vi.advanceTimersByTimeAsync(0);
  await rejected;
});

test('a response leaves no timer behind', async () => {
  expect(await callStripe(Promise.resolve('paid'))).toBe('paid');
  await expect(failing({ type: 'StripeAPIError', statusCode: 500 })).rejects.toThrow();
  expect(vi.getTimerCount()).toBe(0);
});

const throwing = (error: unknown) => () => Promise.reject(error);

test.each<FailureKind>(['timeout', 'provider_error', 'unavailable', 'rejected', 'not_found'])(
  'orUnavailable says what a guest can do when a call is %s, and when to try again',
  async (kind) => {
    const error = new StripeCallError(kind, null);
    await expect(orUnavailable('Please wait.', throwing(error))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'Please wait.',
      retryAfterSeconds: 30,
      cause: error,
    });
  },
);

test('orNull is null only for a missing object: a provider that is down says nothing about it', async () => {
  expect(await orNull(noResponse, throwing(new StripeCallError('not_found', null)))).toBeNull();
  expect(await orNull(noResponse, async () => 'object')).toBe('object');
  for (const kind of ['timeout', 'provider_error', 'unavailable', 'rejected'] as const)
    await expect(orNull(noResponse, throwing(new StripeCallError(kind, null)))).rejects.toMatchObject({
      code: 'unavailable',
      message: 'The card provider does not answer.',
    });
  const bug = new TypeError('a bug');
  await expect(orNull(noResponse, throwing(bug))).rejects.toBe(bug);
});

test.each<[FailureKind, boolean]>([
  ['timeout', true],
  ['provider_error', true],
  ['unavailable', true],
  ['rejected', false],
  ['not_found', false],
])('a call that is %s says that the provider is down: %s', (kind, isDown) => {
  const cause = new StripeCallError(kind, null);
  expect(isStripeDown(cause)).toBe(isDown);
  expect(isStripeDown(new AppError('unavailable', 'Please wait.', { cause }))).toBe(isDown);
  expect(isStripeDown(new Error('wrapped', { cause }))).toBe(false);
});
