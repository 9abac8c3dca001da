import { expect, test } from 'vitest';
import { openStaysForFile } from '../../../../test/paid-stays.ts';
import { guestEmail } from '../emails/booking-email.server.ts';
import { lockBooking } from '../record/bookings-store.server.ts';
import { type BookingChange, changeBooking } from './change-booking.server.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty();

const change = (id: string, wanted: Omit<BookingChange, 'actor'>) =>
  stays.db.transaction().execute(async (tx) => {
    const booking = await lockBooking(tx, id);
    return changeBooking(stays.ctx, tx, booking, { actor: 'system', ...wanted });
  });

const eventsOf = async (id: string) =>
  (
    await stays.db
      .selectFrom('booking_events')
      .select('event')
      .where('booking_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

test('a change writes the columns, one event and its mails, made of the booking as it is then', async () => {
  const { code } = await stays.hold(slug);
  const { id } = await stays.stored(code);
  const before = await eventsOf(id);
  const changed = await change(id, {
    status: 'released',
    set: { note: 'Given up' },
    event: 'released',
    mails: (data) => ({
      [`told-${id}`]: guestEmail(data, { subject: `You owe ${data.due}`, title: 'Released', blocks: [] }),
    }),
  });
  expect(changed).toMatchObject({ status: 'released', note: 'Given up' });
  expect(await stays.stored(code)).toMatchObject({ status: 'released', note: 'Given up' });
  expect((await eventsOf(id)).slice(before.length)).toEqual(['released', 'mail_queued']);
  expect(await stays.subjects(code, 'guest')).toContainEqual(expect.stringMatching(/^You owe 0 /));
});

test('a change to a status that is not drawn is a bug: it throws, and nothing is written', async () => {
  const { code } = await stays.hold(slug, {}, 60);
  const { id } = await stays.stored(code);
  const before = await eventsOf(id);
  await expect(change(id, { status: 'cancelled', event: 'cancelled' })).rejects.toThrow(
    `booking ${code} is held and cannot become cancelled`,
  );
  expect((await stays.stored(code)).status).toBe('held');
  expect(await eventsOf(id)).toEqual(before);
});
