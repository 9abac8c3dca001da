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
    sharing: { name: 'Ann', url: 'http://localhost/trips/shared/x', failure: '', isNameInvalid: false },
  });
  await press('2027-05-01T10:00:09.000Z');
  expect(keys[0]).toBeTruthy();
  expect(keys[1]).toBe(keys[0]);
  expect(keys[2]).not.toBe(keys[0]);
});

const pressedWith = (values: Record<string, string>, error: object, status: number) => {
  const form = new FormData();
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return submitSharing(form, async () => Response.json(error, { status }), 'ABCD1234');
};

test('a link that is ended twice leads to the list both times', async () => {
  const gone = await pressedWith({ intent: 'unshare', id: 'a' }, { message: 'There is no such link.' }, 404);
  expect(gone).toMatchObject({ status: 303 });
  expect((gone as Response).headers.get('Location')).toBe('/trips/ABCD1234#companions');
});

test('a failure is shown with the name, which is marked as wrong only where it is', async () => {
  const missing = { message: 'Please say who it is for', fields: { name: 'Please say who it is for' } };
  expect(await pressedWith({ intent: 'share' }, missing, 400)).toMatchObject({
    data: { sharing: { failure: 'Please say who it is for', isNameInvalid: true } },
  });
  const tooMany = { message: 'At most 15 people can have a link.' };
  expect(await pressedWith({ intent: 'share', name: 'Ann' }, tooMany, 409)).toMatchObject({
    data: { sharing: { name: 'Ann', failure: 'At most 15 people can have a link.', isNameInvalid: false } },
  });
  expect(await pressedWith({ intent: 'unshare', id: 'a' }, { message: 'Later.' }, 503)).toMatchObject({
    data: { sharing: { failure: 'Later.', isNameInvalid: false } },
  });
});
