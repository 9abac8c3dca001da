import { expect, test } from 'vitest';
import { openStaysForFile, type Placed } from '../../../../test/paid-stays.ts';
import { anyAddress } from '../../../../test/shop.ts';
import { loadEmailData } from '../emails/load-email-data.server.ts';
import { renderMailedReceipt, renderReceipt } from './receipt.server.ts';

const stays = await openStaysForFile();
const { slug } = await stays.addProperty();
const placed = await stays.confirmed(slug, {}, 60);
const other = await stays.confirmed(slug, {}, 70);
const data = await loadEmailData(stays.ctx, stays.db, await stays.stored(placed.code));

interface Client {
  from: string;
  signal?: AbortSignal;
}

const download = ({ code, key }: Placed, client: Client) =>
  stays.request('GET', `/api/bookings/${code}/receipt.pdf`, {
    headers: { 'X-Booking-Key': key },
    ...client,
  });

/** Requests whose clients have gone, which draw nothing. */
async function downloadDropped(count: number, booking: Placed, from: () => string): Promise<void> {
  for (let time = 0; time < count; time += 1)
    await download(booking, { from: from(), signal: AbortSignal.abort() });
}

const expectTooMany = async (response: Response) => {
  expect(response.status).toBe(429);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(3_000);
  expect(await response.json()).toMatchObject({
    code: 'tooMany',
    message: 'This receipt was opened many times within an hour. Please try again later.',
  });
};

test('a client opens thirty receipts in an hour, dropped or not, and other clients are not limited by it', async () => {
  const from = anyAddress();
  await downloadDropped(15, placed, () => from);
  await downloadDropped(15, other, () => from);
  await expectTooMany(await download(placed, { from }));
  expect((await download(placed, { from: anyAddress() })).status).toBe(200);
});

test('a booking’s receipt is opened thirty times in an hour from any address, and those of others still come', async () => {
  const flooded = await stays.confirmed(slug, {}, 80);
  await downloadDropped(30, flooded, anyAddress);
  await expectTooMany(await download(flooded, { from: anyAddress() }));
  expect((await download(other, { from: anyAddress() })).status).toBe(200);
});

test('with twenty receipts waiting the next is 503 with Retry-After, until their clients are gone', async () => {
  const clients = new AbortController();
  const receipts = Promise.allSettled(Array.from({ length: 21 }, () => renderReceipt(data, clients.signal)));
  const response = await download(other, { from: anyAddress() });
  expect([response.status, response.headers.get('Retry-After')]).toEqual([503, '10']);
  expect(await response.json()).toMatchObject({
    code: 'unavailable',
    message: 'This receipt could not be made just now. Please try again.',
  });
  clients.abort();
  expect((await download(other, { from: anyAddress() })).status).toBe(200);
  const [drawn, ...dropped] = await receipts;
  expect(drawn?.status).toBe('fulfilled');
  for (const receipt of dropped)
    expect(receipt).toMatchObject({ status: 'rejected', reason: { code: 'unavailable' } });
});

test('the receipt of a mail is drawn before those that pages wait for, also when twenty wait', async () => {
  const clients = new AbortController();
  const drawn: string[] = [];
  const draw = async (name: string, receipt: Promise<Buffer>) => {
    await receipt;
    drawn.push(name);
  };
  const first = draw('first page', renderReceipt(data));
  const second = draw('second page', renderReceipt(data));
  const others = Array.from({ length: 19 }, () => renderReceipt(data, clients.signal).catch(() => {}));
  const mail = draw('mail', renderMailedReceipt(data));
  clients.abort();
  await Promise.all([first, second, mail, ...others]);
  expect(drawn).toEqual(['first page', 'mail', 'second page']);
});
