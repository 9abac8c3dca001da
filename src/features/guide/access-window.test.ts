import { expect, test } from 'vitest';
import { openStaysForFile } from '../../../test/paid-stays.ts';
import { anyAddress } from '../../../test/shop.ts';

/*
 * Everything that shows a guest the access, at the midnights at which its window begins and ends, and when the clocks
 * change.
 */

let now = new Date();
const stays = await openStaysForFile({ now: () => now });
const { db } = stays;
const home = await stays.addProperty({
  access_notes: 'SECRET-NOTES',
  street_address: 'SECRET-ADDRESS',
  wifi_name: 'SECRET-NETWORK',
});
await db
  .insertInto('guide_sections')
  .values({ title: 'SECRET-SECTION', html_rich_text: '<p>Push</p>', reveal: 'arrival' })
  .execute();
const placed = await stays.confirmed(home.slug);
await stays.set(placed.code, { access_code: 'SECRET-CODE' });

/** What each call and file says of how to get in at a moment. */
async function shownAt(moment: string, shiftMs: number) {
  now = new Date(Date.parse(moment) + shiftMs);
  const read = async (path: string) => {
    const headers = { 'X-Booking-Key': placed.key };
    const options = { headers, from: anyAddress() };
    const response = await stays.request('GET', `/api/bookings/${placed.code}${path}`, options);
    expect(response.status).toBe(200);
    const text = (await response.text()).replace(/\r\n[ \t]/g, '');
    return [...new Set(text.match(/SECRET-[A-Z]+/g))].sort();
  };
  return { trip: await read(''), guide: await read('/guide'), calendar: await read('/stay.ics') };
}

const all = {
  trip: ['SECRET-ADDRESS', 'SECRET-CODE', 'SECRET-NETWORK', 'SECRET-NOTES'],
  guide: ['SECRET-CODE', 'SECRET-NETWORK', 'SECRET-NOTES', 'SECRET-SECTION'],
  calendar: ['SECRET-ADDRESS'],
};
const none = { trip: [], guide: [], calendar: [] };

test.each([
  ['as the clocks go forward', '2027-03-17', '2027-03-20', '2027-03-14T06:00:00Z'],
  ['as the clocks go back', '2027-11-10', '2027-11-13', '2027-11-07T05:00:00Z'],
  ['on any day', '2027-07-12', '2027-07-15', '2027-07-09T05:00:00Z'],
])('how to get in is shown from the first minute of the third day before check-in: %s', async (...row) => {
  const [, checkin, checkout, midnight] = row;
  await stays.set(placed.code, { checkin, checkout });
  expect(await shownAt(midnight, -1)).toEqual(none);
  expect(await shownAt(midnight, 0)).toEqual(all);
});

test.each([
  ['as the clocks go forward', '2027-03-11', '2027-03-14', '2027-03-15T05:00:00Z'],
  ['as the clocks go back', '2027-11-04', '2027-11-07', '2027-11-08T06:00:00Z'],
  ['on any day', '2027-07-09', '2027-07-12', '2027-07-13T05:00:00Z'],
])('how to get in is shown to the last minute of the check-out day: %s', async (...row) => {
  const [, checkin, checkout, midnight] = row;
  await stays.set(placed.code, { checkin, checkout });
  expect(await shownAt(midnight, -1)).toEqual(all);
  expect(await shownAt(midnight, 0)).toEqual(none);
});
