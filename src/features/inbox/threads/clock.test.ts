import { expect, test } from 'vitest';
import { cookieBrowser } from '../../../../test/cookie-browser.ts';
import { openInboxForFile } from '../../../../test/inbox.ts';
import { signedInBrowser } from '../../../../test/sign-in.ts';
import { responseTimeText } from '../response-time.ts';
import { alarmHosts } from './alarm.server.ts';
import { sendMessage } from './messages.server.ts';
import { readResponseTime } from './response-time.server.ts';
import { getClock, usualResponseHours } from './thread.ts';

const hourMs = 3_600_000;
let now = new Date('2030-03-01T18:00:00Z');
const inbox = await openInboxForFile({ now: () => now });
const { ctx, db } = inbox;
const ago = (hours: number) => new Date(now.getTime() - hours * hourMs);
const alarms = async (id: string) =>
  (await inbox.queuedMail()).filter(({ key }) => key.startsWith(`alarm-${id}`));
const answer = (id: string) =>
  db
    .transaction()
    .execute((tx) =>
      sendMessage(ctx, tx, id, { text: 'Yes', actor: { name: 'Hanna', email: 'host@example.com' } }),
    );

test('at 20 hours every host is alarmed once, even if the job runs again', async () => {
  const [early, late] = [
    await inbox.addInquiry({ created_at: ago(19.9) }),
    await inbox.addInquiry({ created_at: ago(20) }),
  ];
  await Promise.all([alarmHosts(ctx), alarmHosts(ctx)]);
  await alarmHosts(ctx);
  expect(await alarms(early)).toEqual([]);
  const [alarm, ...more] = await alarms(late);
  expect(more.map(({ to }) => to.address)).toEqual(ctx.settings.adminEmails);
  expect(alarm).toMatchObject({
    to: { address: 'hosts@pcbbeachrentals.example' },
    subject: 'Waiting for 20 hours: Ann Lee, Sunset Villa',
  });
  expect(alarm?.text).toContain('4 are left');
  expect(alarm?.text).toContain(`/admin/inbox?thread=${late}`);
});

test('an inquiry whose moment is moved into the past alarms as if it had waited', async () => {
  const id = await inbox.addInquiry({ created_at: now });
  await db
    .updateTable('inquiries')
    .set({ created_at: ago(21) })
    .where('id', '=', id)
    .execute();
  await alarmHosts(ctx);
  expect(await alarms(id)).toHaveLength(1 + ctx.settings.adminEmails.length);
});

test('a guest who got a reply raises no alarm', async () => {
  const id = await inbox.addInquiry({ created_at: ago(10) });
  await answer(id);
  now = new Date(now.getTime() + 15 * hourMs);
  await alarmHosts(ctx);
  expect(await alarms(id)).toEqual([]);
});

test.each([
  [0, { waitedMinutes: 0, isUrgent: false, isLate: false }],
  [19.99, { waitedMinutes: 1199, isUrgent: false, isLate: false }],
  [20, { waitedMinutes: 1200, isUrgent: true, isLate: false }],
  [24, { waitedMinutes: 1440, isUrgent: true, isLate: true }],
  [-1, { waitedMinutes: 0, isUrgent: false, isLate: false }],
])(
  'the clock of a guest who has waited for %d hours shows until when a reply is promised',
  (hours, clock) => {
    const at = new Date('2030-03-01T18:00:00Z');
    const since = new Date(at.getTime() - hours * hourMs);
    const answerBy = new Date(since.getTime() + 24 * hourMs).toISOString();
    expect(getClock({ waitingSince: since }, at)).toEqual({
      ...clock,
      waitingSince: since.toISOString(),
      answerBy,
    });
  },
);

test('a thread without a waiting guest has no clock', () => {
  expect(getClock({ waitingSince: null }, now)).toBeNull();
});

test('the response time is shown from five replies on, and counts guests who still wait', async () => {
  const read = async () => (await inbox.request('GET', '/api/response-time')).json();
  await db.deleteFrom('threads').execute();
  for (const hours of [1, 2, 2.5, 20]) await answer(await inbox.addInquiry({ created_at: ago(hours) }));
  expect(await read()).toEqual({ hours: null });
  await answer(await inbox.addInquiry({ created_at: ago(3) }));
  expect(await read()).toEqual({ hours: 3 });
  for (let count = 0; count < 6; count += 1) await inbox.addInquiry({ created_at: ago(30) });
  expect(await readResponseTime(ctx)).toEqual({ hours: null });
  now = new Date(now.getTime() + 91 * 24 * hourMs);
  expect(await readResponseTime(ctx)).toEqual({ hours: null });
});

test('an inquiry that hosts deleted without a reply does not change the response time', async () => {
  await db.deleteFrom('threads').execute();
  for (const hours of [1, 2, 2.5, 3, 20]) await answer(await inbox.addInquiry({ created_at: ago(hours) }));
  const host = await signedInBrowser(inbox, 'host@example.com', cookieBrowser(inbox));
  for (let count = 0; count < 6; count += 1) {
    const id = await inbox.addInquiry({ created_at: ago(30) });
    expect((await host.request('DELETE', `/api/tables/inquiries/${id}`)).status).toBe(200);
  }
  expect(await readResponseTime(ctx)).toEqual({ hours: 3 });
});

test.each([
  [[60, 60, 60, 60], null],
  [[60, 60, 60, 60, 60], 1],
  [[3600, 3600, 10_800, 14_400, 14_400], 3],
  [[3600, 3600, 3600, 10_801, 14_400, 14_400], 3],
  [[82_800, 82_800, 82_800, 82_800, 82_800], 23],
  [[82_801, 82_801, 82_801, 82_801, 82_801], null],
])('usualResponseHours of %j seconds is %s', (waits, hours) => {
  expect(usualResponseHours(waits)).toBe(hours);
});

test('responseTimeText is a sentence’s end', () => {
  expect([responseTimeText(1), responseTimeText(3)]).toEqual([
    'usually answers within an hour',
    'usually answers within 3 hours',
  ]);
});
