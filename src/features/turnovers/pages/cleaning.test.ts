import { RouterContextProvider } from 'react-router';
import { expect, test } from 'vitest';
import { pageContext } from '../../../load-context.ts';
import { action } from './cleaning.tsx';

/** Sends the form as a browser does. @returns the Idempotency-Key of its report */
async function send(status: 'done' | 'problem'): Promise<string | null> {
  let key: string | null = null;
  const context = new RouterContextProvider();
  context.set(pageContext, {
    async api(_, init) {
      key = new Headers(init?.headers).get('Idempotency-Key');
      return Response.json({});
    },
    origin: 'http://localhost',
    vendors: null,
    structuredData: [],
    services: [],
    report: () => {},
  });
  const body = new URLSearchParams({ id: 'a-turnover', key: 'a-form-a-turnover', status });
  const request = new Request('http://localhost/cleaning/a-token', {
    method: 'POST',
    body,
    headers: { 'Content-Length': String(body.toString().length) },
  });
  const args = { request, context, params: { token: 'a-token' } };
  const answer = await action(args as unknown as Parameters<typeof action>[0]);
  expect(answer).toMatchObject({ status: 303 });
  return key;
}

test('the other button of a form that was sent is another report, the same one is the same', async () => {
  const [problem, again, done] = [await send('problem'), await send('problem'), await send('done')];
  expect([again === problem, done === problem]).toEqual([true, false]);
});
