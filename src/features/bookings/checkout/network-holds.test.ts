import { afterEach, expect, test } from 'vitest';
import { addBooking } from '../../../../test/bookings.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { newId } from '../../../shared/uuid.server.ts';

const stays = await openStaysForFile();
const { db } = stays;
const { id: property_id } = await stays.addProperty();
const hold_expires_at = new Date(Date.now() + 1_800_000);

afterEach(() => db.updateTable('bookings').set({ status: 'expired', hold_expires_at: null }).execute());

/** Live holds, each of a client address of its own in one network of 48 bits. */
async function addHolds(count: number, nights: number): Promise<void> {
  for (let client = 0; client < count; client += 1)
    await addBooking(db, {
      property_id,
      checkin: inDays(client * nights),
      checkout: inDays((client + 1) * nights),
      status: 'held',
      hold_expires_at,
      client_key: `2001:db8:1:${client.toString(16)}::/64`,
    });
}

const book = async (from: string, nights = 3): Promise<Response> => {
  const { slug } = await stays.addProperty();
  const { id } = await stays.quote(slug, 60, nights);
  return stays.request('POST', '/api/bookings', {
    json: {
      quoteId: id,
      name: 'Ann Lee',
      email: 'network@guests.example',
      phone: '+1 850 555 0100',
      plan: 'full',
      agreed: { houseRules: true, cancellation: true },
    },
    headers: { 'Idempotency-Key': newId() },
    from,
  });
};

test('all clients of one IPv6 network of 48 bits together hold 48 stays; those of another network hold theirs', async () => {
  await addHolds(47, 1);
  expect((await book('2001:db8:1:ffff::1')).status).toBe(201);
  const rejected = await book('2001:db8:1:fffe::1');
  expect(rejected.status).toBe(429);
  expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(1_000);
  expect((await rejected.json()).message).toBe(
    'You are holding several stays already. Please pay or let go of one of them first.',
  );
  expect((await book('2001:db8:11:ffff::1')).status).toBe(201);
});

test('all clients of one IPv6 network of 48 bits together hold 720 nights', async () => {
  await addHolds(9, 79);
  expect((await book('2001:db8:1:ffff::1', 10)).status).toBe(429);
  expect((await book('2001:db8:1:ffff::1', 9)).status).toBe(201);
});

test('the stays that an IPv4 address holds count for no network', async () => {
  await addHolds(48, 1);
  expect((await book('203.0.113.77')).status).toBe(201);
});
