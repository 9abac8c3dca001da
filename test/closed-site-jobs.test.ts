import { parseCrontab } from 'graphile-worker';
import { expect, test } from 'vitest';
import { crontab, jobs } from '../src/jobs.server.ts';
import { createMailTransport } from '../src/platform/mail/mail-transport.server.ts';
import { inDays, openStaysForFile } from './paid-stays.ts';

const stays = await openStaysForFile();
const { platform, db } = stays;

const setOpen = async (isOpen: boolean) => {
  await db
    .updateTable('site_settings')
    .set({ opened_at: isOpen ? new Date() : null })
    .execute();
  platform.content.clear();
};

/** Runs a timed task as the queue does. */
async function runTask(name: string): Promise<void> {
  const transport = createMailTransport(platform.settings.smtpUrl, platform.settings.mailFrom);
  const signal = { abortSignal: new AbortController().signal };
  await jobs(platform, transport)[name]?.({}, signal as never);
  transport.close();
}

test('the list of a closed site is checked every fifteen minutes', () => {
  const timed = parseCrontab(crontab).find(({ task }) => task === 'run_launch_checks');
  const minutes = Array.from({ length: 60 }, (_, min) => min).filter((min) =>
    timed?.match({ min, hour: 3, date: 3, month: 3, dow: 3 }),
  );
  expect(minutes).toEqual([0, 15, 30, 45]);
});

test('those who wait for a home are mailed once the site is open, and not before', async () => {
  const { id } = await stays.addProperty({ is_coming_soon: true });
  const json = { propertyId: id, email: 'ann@guests.example' };
  expect((await stays.request('POST', '/api/notify', { json })).status).toBe(200);
  await db.updateTable('properties').set({ is_coming_soon: false }).where('id', '=', id).execute();
  const notices = async () =>
    (await stays.queuedMail()).filter(({ subject }) => subject.endsWith('can be booked now')).length;
  await setOpen(false);
  await runTask('announce_open_homes');
  expect(await notices()).toBe(0);
  await setOpen(true);
  await runTask('announce_open_homes');
  expect(await notices()).toBe(1);
});

test('on a closed site a stored card is charged for its balance on its day', async () => {
  const { slug } = await stays.addProperty({
    deposit_percent: 30,
    balance_due_days: 30,
    street_address: '7 Gulf Drive',
    access_notes: 'Code 4711',
  });
  const placed = await stays.confirmed(slug, { plan: 'deposit' }, 90);
  await stays.set(placed.code, { balance_due_on: inDays(-1) });
  await setOpen(false);
  await stays.run();
  expect(await stays.ledger(placed.code)).toEqual(['charge 18000', 'charge 42000']);
  await setOpen(true);
});
