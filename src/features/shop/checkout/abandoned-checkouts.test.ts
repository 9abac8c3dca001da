import { expect, test } from 'vitest';
import { openShopForFile } from '../../../../test/shop.ts';
import { jobs } from '../../../jobs.server.ts';
import { createMailTransport } from '../../../platform/mail/mail-transport.server.ts';

const dayMs = 86_400_000;

const shop = await openShopForFile();

/** Runs the hourly sweep as if so many days had passed. */
async function sweepAfter(days: number): Promise<void> {
  const { settings } = shop.platform;
  const transport = createMailTransport(settings.smtpUrl, settings.mailFrom);
  const platform = { ...shop.platform, now: () => new Date(Date.now() + days * dayMs) };
  await jobs(platform, transport).sweep?.({}, {} as never);
  transport.close();
}
const statuses = async () => (await shop.checkouts()).map(({ status }) => status).sort();

test('expired and failed checkouts are deleted after 90 days, paid and open ones never', async () => {
  const expired = await shop.open();
  await shop.step(expired, 'expire');
  await shop.detail(expired);
  await shop.faults({ apiStatus: 500 });
  await shop.buy();
  await shop.faults({ apiStatus: null });
  const paid = await shop.pay();
  await shop.detail(paid);
  await shop.open();
  expect(await statuses()).toEqual(['complete', 'expired', 'failed', 'open']);
  await sweepAfter(89);
  expect(await statuses()).toEqual(['complete', 'expired', 'failed', 'open']);
  await sweepAfter(91);
  expect(await statuses()).toEqual(['complete', 'open']);
  expect(await shop.purchases()).toHaveLength(1);
});
