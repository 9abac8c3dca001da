import { expect, test } from 'vitest';
import { inDays, openStaysForFile } from '../../../../test/paid-stays.ts';

const stays = await openStaysForFile();

test('a hold whose nights another hold of the browser keeps, since a bank works on its payment, releases none of them', async () => {
  const { slug } = await stays.addProperty();
  const book = async (from: number, cookie = '') => {
    const json = { property: slug, checkin: inDays(from), checkout: inDays(from + 3), guests: 2, pets: 0 };
    const headers: Record<string, string> = cookie ? { Cookie: cookie } : {};
    const quote = await stays.request('POST', '/api/quotes', { json, headers });
    return stays.book((await quote.json()).id, {}, { cookie });
  };
  const first = await book(60);
  const cookie = first.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const delayed = await first.json();
  await stays.step(stays.sessionOf(delayed.checkoutUrl), 'complete', { unpaid: true });
  const later = await (await book(70, cookie)).json();
  const refused = await book(61, cookie);
  expect([refused.status, (await refused.json()).reason]).toEqual([409, 'dates_taken']);
  expect((await stays.stored(delayed.code)).status).toBe('held');
  expect((await stays.stored(later.code)).status).toBe('held');
});
