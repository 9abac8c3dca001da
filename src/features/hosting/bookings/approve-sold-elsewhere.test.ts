import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { calendar, openFeedsForFile, stay } from '../../../../test/feeds.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const feeds = await openFeedsForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const approve = (code: string) => host.request('POST', `/api/admin/bookings/${code}/approve`, { json: {} });

test('a request whose nights another channel has just sold is not approved, and its guest gets no payment link', async () => {
  const { id, slug } = await stays.addProperty({ booking_mode: 'request' });
  const { code } = await stays.hold(slug);
  const feed = await feeds.add(stays.db, id, calendar(stay('sold', inDays(62), inDays(65))));
  const refused = await approve(code);
  expect([refused.status, await refused.json()]).toEqual([
    409,
    expect.objectContaining({
      reason: 'dates_taken',
      message:
        'Another channel has closed some of these nights. Please decline the request, or free them there and approve it then.',
    }),
  ]);
  expect((await stays.stored(code)).status).toBe('requested');
  expect((await stays.subjects(code, 'guest')).filter((subject) => /approved/i.test(subject))).toEqual([]);

  await stays.db.deleteFrom('calendar_feeds').where('id', '=', feed.id).execute();
  expect((await approve(code)).status).toBe(200);
});
