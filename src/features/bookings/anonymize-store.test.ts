import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { testAppForFile } from '../../../test/app.ts';
import { addBooking, addProperty } from '../../../test/bookings.ts';
import { anonymizeDue } from './anonymize-store.server.ts';

const { platform } = await testAppForFile();
const { db } = platform;

test('what was anonymized once is not written again by later runs', async () => {
  const { id: property_id } = await addProperty(db);
  const span = { property_id, checkin: '2026-05-20', checkout: '2026-05-25' };
  const { id } = await addBooking(db, { ...span, anonymize_on: '2026-05-25' });
  await db
    .insertInto('booking_events')
    .values({ booking_id: id, event: 'message_received', actor: 'guest', details: '{"text":"I am Ann"}' })
    .execute();
  const event = async () => {
    const { rows } = await sql<{ details: object; version: string }>`
      select details, xmin::text as version from booking_events where booking_id = ${id}`.execute(db);
    return rows[0];
  };
  await anonymizeDue(db, '2026-05-26');
  const anonymized = await event();
  expect(anonymized?.details).toEqual({});
  await anonymizeDue(db, '2026-05-27');
  expect(await event()).toEqual(anonymized);
});
