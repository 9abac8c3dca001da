import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ApiError, expectOk, readJson, toApiError } from './api-error.ts';

const fallback = 'Failed to load';
const response = (status: number, json: () => Promise<unknown>) =>
  Promise.resolve({ ok: status < 400, status, json });
const broken = () => Promise.reject(new SyntaxError('Unexpected token <'));

test.each<[string, unknown, string]>([
  ['a message', { message: 'No room' }, 'No room'],
  ['an empty message', { message: '' }, fallback],
  ['a message that is no text', { message: { text: 'No room' } }, fallback],
  ['no message', { error: 'No room' }, fallback],
  ['a list', ['No room'], fallback],
  ['a text', 'No room', fallback],
  ['nothing', null, fallback],
])('an error with %s is shown with the right message', (_, body, message) => {
  expect(toApiError(409, body, fallback)).toMatchObject({ status: 409, message, fields: {} });
});

test('the field that the specification names for a call is read, and the whole body stays at hand', () => {
  const body = { message: 'One', error: 'Other', fields: { email: 'Email is required' }, current: { id: 1 } };
  const error = toApiError(400, body, fallback, 'error');
  expect(error).toMatchObject({ message: 'Other', fields: { email: 'Email is required' }, details: body });
});

test('any error of a server has a message to show', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.integer({ min: 400, max: 599 }), (body, status) => {
      const { message } = toApiError(status, body, fallback);
      expect(typeof message).toBe('string');
      expect(message).not.toBe('');
    }),
  );
});

test('an error page of a proxy, which is no JSON, gives the fallback with its status', async () => {
  await expect(expectOk(response(502, broken), fallback)).rejects.toMatchObject({
    name: 'ApiError',
    status: 502,
    message: fallback,
    details: {},
  });
});

test('a success is handed on unread', async () => {
  const call = response(204, broken);
  expect(await expectOk(call, fallback)).toBe(await call);
});

test('a success that cannot be read is unknown, not a success', async () => {
  await expect(readJson(response(200, broken), fallback)).rejects.toEqual(new ApiError(502, fallback));
  const parse = (): never => {
    throw new TypeError('id is missing');
  };
  const call = response(200, async () => ({}));
  await expect(readJson(call, fallback, parse)).rejects.toMatchObject({ status: 502, message: fallback });
});

test('a call that the page itself gave up is no failure of the server', async () => {
  const aborted = new DOMException('aborted', 'AbortError');
  await expect(
    readJson(
      response(200, () => Promise.reject(aborted)),
      fallback,
    ),
  ).rejects.toBe(aborted);
  await expect(readJson(Promise.reject(aborted), fallback)).rejects.toBe(aborted);
  const timeout = new DOMException('too late', 'TimeoutError');
  await expect(
    readJson(
      response(200, () => Promise.reject(timeout)),
      fallback,
    ),
  ).rejects.toMatchObject({
    status: 502,
  });
});

test('a call without a response has its own message instead of the browser’s', async () => {
  const unreached = Promise.reject(new TypeError('Load failed'));
  await expect(readJson(unreached, 'Failed to fetch the calendar.')).rejects.toEqual(
    new TypeError('Failed to fetch the calendar.'),
  );
});

test('a call without a message of its own has the client’s default message', async () => {
  await expect(
    readJson(
      response(500, async () => ({})),
      '',
    ),
  ).rejects.toMatchObject({
    message: 'Request failed',
  });
  await expect(
    readJson(
      response(502, () => Promise.reject(new SyntaxError('no JSON'))),
      '',
    ),
  ).rejects.toMatchObject({ message: 'HTTP 502' });
  await expect(readJson(Promise.reject(new TypeError('Load failed')), '')).rejects.toEqual(
    new TypeError('Request failed'),
  );
});
