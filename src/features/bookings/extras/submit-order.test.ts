import { expect, test } from 'vitest';
import { submitOrder } from './submit-order.ts';

const withdrawn = (reason: string) => {
  const form = new FormData();
  form.set('intent', 'withdraw');
  form.set('id', 'a');
  const rejection = { message: 'This was withdrawn already.', reason };
  return submitOrder(form, async () => Response.json(rejection, { status: 409 }), 'ABCD1234');
};

test('an order that is taken back twice leads to the extras both times', async () => {
  const again = await withdrawn('already_decided');
  expect((again as Response).headers.get('Location')).toBe('/trips/ABCD1234#extras');
  expect(await withdrawn('already_paid')).toMatchObject({
    data: { ordering: { id: 'a', failure: 'This was withdrawn already.' } },
  });
});
