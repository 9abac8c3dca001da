import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Program, supervise } from './supervise.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A supervised program whose runs the test makes ready and ends. */
function harness() {
  const reports: string[] = [];
  const runs: { ready(): void; fail(message: string): void; end(reason: string): Promise<void> }[] = [];
  const stop = vi.fn(async () => {});
  const launch = (): Program<string> => {
    const ready = Promise.withResolvers<string>();
    const ended = Promise.withResolvers<string>();
    runs.push({
      ready: () => ready.resolve(`run ${runs.length}`),
      fail: (message) => ready.reject(new Error(message)),
      async end(reason) {
        ready.reject(new Error('It did not start.'));
        ended.resolve(reason);
        await vi.advanceTimersByTimeAsync(0);
      },
    });
    return { ready: ready.promise, ended: ended.promise, stop };
  };
  const supervisor = supervise('The site', launch, (sentence) => reports.push(sentence));
  const last = () => runs.at(-1) ?? expect.fail('nothing was launched');
  const start = async () => {
    const starting = supervisor.start();
    await vi.advanceTimersByTimeAsync(0);
    last().ready();
    return starting;
  };
  return { supervisor, reports, runs, last, start, stop };
}

const endedLine = (seconds: number, reason = 'exit code 7') =>
  `The site ended by itself (${reason}); it is started again in ${seconds} s.`;

test('a program that keeps ending is started again after pauses that double up to 30 s', async () => {
  const { reports, runs, last, start } = harness();
  expect(await start()).toBe('run 1');
  for (const seconds of [1, 2, 4, 8, 16, 30, 30]) {
    await last().end('exit code 7');
    expect(reports.at(-1)).toBe(endedLine(seconds));
    const count = runs.length;
    await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
    expect(runs).toHaveLength(count);
    await vi.advanceTimersByTimeAsync(1);
    expect(runs).toHaveLength(count + 1);
  }
});

test('a program that cannot even be launched again has its next try after the next pause', async () => {
  const reports: string[] = [];
  const ended = Promise.withResolvers<string>();
  const launch = vi.fn((): Program<string> => {
    if (launch.mock.calls.length > 1) throw new Error('ENOSPC: no space left on device');
    return { ready: Promise.resolve('ready'), ended: ended.promise, stop: async () => {} };
  });
  const supervisor = supervise('The site', launch, (sentence) => reports.push(sentence));
  await supervisor.start();
  ended.resolve('exit code 7');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(launch).toHaveBeenCalledTimes(3);
  expect(reports).toEqual([
    endedLine(1),
    'ENOSPC: no space left on device',
    endedLine(2, 'it could not be launched'),
    'ENOSPC: no space left on device',
    endedLine(4, 'it could not be launched'),
  ]);
  await supervisor.stop();
});

test('a program that ran well for a minute is started again after the first pause', async () => {
  const { reports, last, start } = harness();
  await start();
  await last().end('signal SIGKILL');
  await vi.advanceTimersByTimeAsync(1_000);
  last().ready();
  await vi.advanceTimersByTimeAsync(59_999);
  expect(reports.at(-1)).toBe('The site is ready again.');
  await last().end('signal SIGKILL');
  expect(reports.at(-1)).toBe(endedLine(2, 'signal SIGKILL'));
  await vi.advanceTimersByTimeAsync(2_000);
  last().ready();
  await vi.advanceTimersByTimeAsync(60_000);
  await last().end('signal SIGKILL');
  expect(reports.at(-1)).toBe(endedLine(1, 'signal SIGKILL'));
});

test('why a retry failed is reported', async () => {
  const { reports, last, start } = harness();
  await start();
  await last().end('exit code 7');
  await vi.advanceTimersByTimeAsync(1_000);
  last().fail('The database is away.');
  await last().end('exit code 1');
  expect(reports.slice(1)).toEqual(['The database is away.', endedLine(2, 'exit code 1')]);
});

test('a program that never was ready is not started again', async () => {
  const { supervisor, reports, runs, last } = harness();
  const starting = supervisor.start();
  starting.catch(() => {});
  await vi.advanceTimersByTimeAsync(0);
  await last().end('exit code 1');
  await expect(starting).rejects.toThrow('It did not start.');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(1);
  expect(reports).toEqual([]);
});

test('a program that is replaced or stopped on purpose is not started again', async () => {
  const { supervisor, reports, runs, last, start, stop } = harness();
  await start();
  const first = last();
  await start();
  expect(stop).toHaveBeenCalledTimes(1);
  await first.end('exit code 0');
  await supervisor.stop();
  expect(stop).toHaveBeenCalledTimes(2);
  await last().end('exit code 0');
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(2);
  expect(reports).toEqual([]);
});

test('a stop during a pause ends the retries', async () => {
  const { supervisor, runs, last, start } = harness();
  await start();
  await last().end('exit code 7');
  await supervisor.stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(runs).toHaveLength(1);
});
