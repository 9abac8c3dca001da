import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { delayingChildren } from '../../../../test/children.ts';
import { calendar, stay } from '../../../../test/feeds.ts';
import { createWorker } from '../../../platform/images/child-worker.server.ts';
import { runParser } from './run-parser.server.ts';

const request = (text: string) => ({
  text,
  channel: 'airbnb' as const,
  endIsLastNight: false,
  from: '2027-01-01',
  until: '2031-01-01',
});

const rule = (text: string) =>
  calendar(['UID:a', 'DTSTART:20000707T000000', 'DTEND:20000707T100000', `RRULE:${text}`]);

/** Five megabytes of rules, each of which takes its time. */
const bomb = calendar(
  ...Array.from({ length: 15_000 }, (_, at) => [
    `UID:${at}`,
    'DTSTART:20000707T000000',
    'DTEND:20000707T100000',
    'RRULE:FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30;BYHOUR=1,2,3,4,5,6,7,8;BYMINUTE=1,2,3',
  ]),
);

const one = request(calendar(stay('a', '2027-07-07', '2027-07-14')));

/** Starts both processes, so that their start on a busy machine does not count as time spent on a file. */
async function startBoth(): Promise<void> {
  for (const urgency of ['urgent', 'timed'] as const) await runParser(one, urgency);
}

test('T-88: a file that would take minutes is given up within 5 seconds, while the process goes on', {
  tags: ['waits'],
}, async () => {
  await startBoth();
  const given = runParser(request(bomb), 'timed').catch((error: Error) => error.message);
  expect(await Promise.race([given, sleep(1_000, 'the process went on')])).toBe('the process went on');
  expect(await given).toContain('too long');
  const { spans } = await runParser(one, 'timed');
  expect(spans).toHaveLength(1);
});

test('T-88: a bomb in the timed reading delays no guest who is about to pay', {
  tags: ['waits'],
}, async () => {
  await startBoth();
  const slow = runParser(request(bomb), 'timed').catch((error: Error) => error.message);
  const urgent = runParser(one, 'urgent');
  expect(await Promise.race([slow, urgent])).toMatchObject({ spans: [{ uid: 'a' }], problem: '' });
  expect(await slow).toContain('too long');
});

test('the time to start the parser’s process does not count against the file', {
  tags: ['waits'],
}, async () => {
  const { spans } = await delayingChildren('parse-calendar.worker', 5_500, () => runParser(one, 'timed'));
  expect(spans).toHaveLength(1);
});

test.each(['FREQ=SECONDLY', 'FREQ=MINUTELY;INTERVAL=1', 'FREQ=YEARLY;BYSECOND=0;BYMINUTE=0'])(
  'T-88: an endless rule ends: %s',
  async (text) => {
    const result = await runParser(request(rule(text)), 'timed').catch((error: Error) => error.message);
    expect(typeof result === 'string' || result.spans.length < 100).toBe(true);
  },
);

test('the parser’s process has no settings', async () => {
  const program = new URL('../../../../test/worker-program.ts', import.meta.url);
  const worker = createWorker<string, { environment: string[] }>(program, {
    maxWaiting: 1,
    idleBeforeStopMs: 10,
    maxWorkMs: 60_000,
  });
  expect((await worker('answer')).environment).toEqual([]);
});
