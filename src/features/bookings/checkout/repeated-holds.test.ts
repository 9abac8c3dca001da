import { expect, test } from 'vitest';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const agreed = { houseRules: true, cancellation: true };
const guest = {
  name: 'Ann Lee',
  email: 'ann@guests.example',
  phone: '+1 850 555 0100',
  plan: 'full',
  agreed,
};

/** Sends one booking as often as it is called, with the same key. */
async function repeatable() {
  const { slug } = await stays.addProperty();
  const { id: quoteId } = await stays.quote(slug);
  const [key, from] = [newId(), anyAddress()];
  return async () => {
    const response = await stays.request('POST', '/api/bookings', {
      json: { quoteId, ...guest },
      headers: { 'Idempotency-Key': key },
      from,
    });
    return { ...(await response.json()), http: response.status };
  };
}

test('a booking that is sent again after its page expired names the end of the hold that the new page has', async () => {
  const send = await repeatable();
  const first = await send();
  await stays.step(stays.sessionOf(first.checkoutUrl), 'expire');
  await stays.set(first.code, { hold_expires_at: new Date(Date.now() + 120_000) });
  const again = await send();
  expect(again).toMatchObject({ http: 201, code: first.code, status: 'held' });
  expect(again.checkoutUrl).not.toBe(first.checkoutUrl);
  expect(again.holdExpiresAt).toBe((await stays.stored(first.code)).hold_expires_at?.toISOString());
});

test('a booking that is sent again when nothing is left to pay is reported as confirmed', async () => {
  const send = await repeatable();
  const first = await send();
  await stays.step(stays.sessionOf(first.checkoutUrl), 'expire');
  await stays.read(first);
  await stays.set(first.code, { due_now_cents: 0 });
  expect(await send()).toMatchObject({
    http: 201,
    code: first.code,
    status: 'confirmed',
    checkoutUrl: expect.stringContaining(`/trips/${first.code}`),
  });
});
