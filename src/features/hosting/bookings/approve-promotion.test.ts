import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';

const stays = await openStaysForFile();
const host = await signedInBrowser(stays, 'host@example.com', cookieBrowser(stays));
const approve = (code: string) => host.request('POST', `/api/admin/bookings/${code}/approve`, { json: {} });

test('one of two requests with the last use of a promotion code is approved; the other stays a request', async () => {
  const { slug } = await stays.addProperty({ booking_mode: 'request' });
  await stays.db.insertInto('promo_codes').values({ code: 'LASTONE', percent: 10, max_uses: 1 }).execute();
  const request = async (from: number) => {
    const dates = { checkin: inDays(from), checkout: inDays(from + 3) };
    const json = { property: slug, ...dates, guests: 2, pets: 0, promoCode: 'LASTONE' };
    const { id } = await (await stays.request('POST', '/api/quotes', { json })).json();
    return (await (await stays.book(id)).json()).code as string;
  };
  const codes = [await request(60), await request(70)];
  const answers = await Promise.all(codes.map(approve));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400]);
  const refused = answers.findIndex(({ status }) => status === 400);
  expect(await answers[refused]?.json()).toMatchObject({
    reason: 'promo_not_valid',
    message: 'This promotion code has been used up in the meantime.',
  });
  expect((await stays.stored(codes[refused] ?? '')).status).toBe('requested');
  await stays.db.updateTable('promo_codes').set({ max_uses: 2 }).where('code', '=', 'LASTONE').execute();
  expect((await approve(codes[refused] ?? '')).status).toBe(200);
});

test('a promotion code that comes back from the trash is as used up as before', async () => {
  const { slug } = await stays.addProperty();
  const { id } = await stays.db
    .insertInto('promo_codes')
    .values({ code: 'UNDONE', percent: 10, max_uses: 1 })
    .returning('id')
    .executeTakeFirstOrThrow();
  const quote = (from: number) => {
    const dates = { checkin: inDays(from), checkout: inDays(from + 3) };
    const json = { property: slug, ...dates, guests: 2, pets: 0, promoCode: 'UNDONE' };
    return stays.request('POST', '/api/quotes', { json });
  };
  expect((await stays.book((await (await quote(60)).json()).id)).status).toBe(201);
  const { trashId } = await (await host.request('DELETE', `/api/tables/promo_codes/${id}`)).json();
  expect(await (await quote(70)).json()).toMatchObject({ reason: 'promo_unknown' });
  const restored = await host.request('POST', `/api/admin/trash/${trashId}/restore`, { json: {} });
  expect(restored.status).toBe(200);
  expect(await (await quote(70)).json()).toMatchObject({ reason: 'promo_not_valid' });
});
