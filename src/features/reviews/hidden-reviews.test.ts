import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../test/sign-in.ts';
import { reviewToken } from './review-link.server.ts';
import { runReviews } from './send-requests.server.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));

test('no filter by stars reveals the rating of a hidden review', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await stays.set(placed.code, { checkin: inDays(-3), checkout: inDays(0) });
  await runReviews(stays.ctx);
  const { id: bookingId } = await stays.stored(placed.code);
  const json = { rating: 1, text: 'The pool was green and the beds were wet.', name: 'Ann' };
  await stays.request('POST', `/api/reviews/${reviewToken(stays.ctx, { id: bookingId, key_version: 0 })}`, {
    json,
  });
  const { id } = await stays.db
    .selectFrom('reviews')
    .select('id')
    .where('booking_id', '=', bookingId)
    .executeTakeFirstOrThrow();
  await host.request('POST', `/api/admin/reviews/${id}/hide`, { json: { reason: 'abusive' } });
  const listed = async (query: string) =>
    (await (await stays.request('GET', `/api/properties/${slug}/reviews${query}`)).json()).reviews;
  expect(await listed('')).toEqual([{ stayMonth: expect.any(String), hiddenReason: 'abusive' }]);
  for (const stars of [1, 2, 3, 4, 5]) expect(await listed(`?stars=${stars}`)).toEqual([]);
});

test('a stay that was cancelled before its check-in is not reviewed', async () => {
  const { slug } = await stays.addProperty();
  const placed = await stays.confirmed(slug);
  await runReviews(stays.ctx);
  const { id } = await stays.stored(placed.code);
  await stays.set(placed.code, { status: 'cancelled', cancelled_at: new Date() });
  await stays.set(placed.code, { checkin: inDays(-3), checkout: inDays(0) });
  const json = { rating: 1, text: 'The pool was green and the beds were wet.', name: 'Ann' };
  const response = await stays.request(
    'POST',
    `/api/reviews/${reviewToken(stays.ctx, { id, key_version: 0 })}`,
    { json },
  );
  expect([response.status, (await response.json()).reason]).toEqual([409, 'stay_cancelled']);
});
