import { expect, test } from 'vitest';
import { submitSharing } from './submit-sharing.ts';

test('the form sends one Idempotency-Key for each time the page was read, so that a double press makes one link', async () => {
  const keys: (string | null)[] = [];
  const api = async (_: unknown, init?: RequestInit) => {
    keys.push(new Headers(init?.headers).get('Idempotency-Key'));
    return Response.json({ id: 'a', url: 'http://localhost/trips/shared/x' }, { status: 201 });
  };
  const press = (readAt: string) => {
    const form = new FormData();
    for (const [name, value] of Object.entries({ intent: 'share', name: 'Ann', readAt }))
      form.set(name, value);
    return submitSharing(form, api, 'ABCD1234');
  };
  const pressed = [await press('2027-05-01T10:00:00.000Z'), await press('2027-05-01T10:00:00.000Z')];
  expect(pressed[1]).toEqual({
    sharing: { name: 'Ann', url: 'http://localhost/trips/shared/x', failure: '' },
  });
  await press('2027-05-01T10:00:09.000Z');
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});
