import { expect, onTestFinished, test, vi } from 'vitest';
import { longMs, processesWith, startFixture } from './start-fixture.ts';

// The ports stay below 4,980, because fetch rejects 5,060 and 5,061.
const fixture = startFixture(5_700);
const { place, start, databasePid } = fixture;
const { sendInquiry, sendInquiries, inquiries, untilNoProcessIsLeft, expectNothingLeft } = fixture;

const sitePid = async (): Promise<number | undefined> =>
  (await processesWith(place.dataDir)).find(({ command }) => command.includes('server.js'))?.pid;

/** Resolves once an inquiry is acknowledged. @returns how long that took */
async function msUntilAnswered(name: string): Promise<number> {
  const before = performance.now();
  await vi.waitFor(() => sendInquiry(name, '203.0.113.7'), { timeout: longMs, interval: 50 });
  return performance.now() - before;
}

test('T-16: a site killed three times in a row serves requests again, and none of the acknowledged inquiries is lost', {
  timeout: longMs,
}, async () => {
  const { child, ended, ready, output } = start('local.ts', { TRUST_PROXY: 'loopback' });
  await ready();
  const database = await databasePid();
  let isOver = false;
  onTestFinished(() => {
    isOver = true;
  });
  const acknowledged: string[] = [];
  const sending = [1, 2].map((lane) => sendInquiries(lane, () => isOver, acknowledged));
  const awayMs: number[] = [];
  for (const round of [1, 2, 3]) {
    const killed = await vi.waitFor(async () => (await sitePid()) ?? expect.fail('no site'), longMs);
    const before = acknowledged.length;
    await vi.waitFor(() => expect(acknowledged.length).toBeGreaterThan(before + 10), longMs);
    process.kill(killed, 'SIGKILL');
    awayMs.push(Math.round(await msUntilAnswered(`After kill ${round}`)));
    acknowledged.push(`After kill ${round}`);
    expect(await sitePid()).not.toBe(killed);
  }
  isOver = true;
  await Promise.all(sending);
  console.info(`T-16: away for ${awayMs.join(', ')} ms; ${acknowledged.length} acknowledged`);
  const stored = new Set(await inquiries());
  expect(acknowledged.length).toBeGreaterThan(30);
  expect(acknowledged.filter((name) => !stored.has(name))).toEqual([]);

  const lines = output().match(/The site ended.*/g);
  expect(lines).toEqual(
    [1, 2, 4].map(
      (seconds) => `The site ended by itself (signal SIGKILL); it is started again in ${seconds} s.`,
    ),
  );
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await expectNothingLeft(database);
  await untilNoProcessIsLeft();
});

test('T-103: a killed database is started again on its port, without a new command', {
  timeout: longMs,
}, async () => {
  const { child, ended, ready, output } = start('local.ts', { TRUST_PROXY: 'loopback' });
  await ready();
  const before = await databasePid();
  await sendInquiry('Before the database is killed', '203.0.113.9');
  process.kill(before, 'SIGKILL');
  const awayMs = await msUntilAnswered('After the database was killed');
  console.info(`T-103: away for ${Math.round(awayMs)} ms`);
  expect(await inquiries()).toEqual(
    expect.arrayContaining(['Before the database is killed', 'After the database was killed']),
  );
  expect(output()).toContain(
    `The database ended by itself (signal SIGKILL, see ${place.dataDir}/postgres.log); it is started again in 0.5 s.`,
  );
  const after = await databasePid();
  expect(after).not.toBe(before);
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  await expectNothingLeft(after);
});

test('a taken-over database that is killed is started again too', { timeout: longMs }, async () => {
  const first = start('local.ts');
  await first.ready();
  const database = await databasePid();
  const guards = (await processesWith(place.dataDir)).filter(({ command }) =>
    command.includes('database-guard'),
  );
  expect(guards).toHaveLength(1);
  for (const { pid } of guards) process.kill(pid, 'SIGKILL');
  first.child.kill('SIGKILL');
  await first.ended;
  const second = await vi.waitFor(
    async () => {
      const again = start('local.ts', { TRUST_PROXY: 'loopback' });
      await again.ready();
      return again;
    },
    { timeout: longMs },
  );
  expect(await databasePid()).toBe(database);
  process.kill(database, 'SIGKILL');
  await msUntilAnswered('After the taken-over database was killed');
  second.child.kill('SIGTERM');
  expect(await second.ended).toBe(0);
  await untilNoProcessIsLeft();
});

test('a site that does not end is killed 25 s after it should have, and nothing is left running', {
  timeout: longMs,
}, async () => {
  const { child, ended, ready, output } = start('local.ts');
  await ready();
  const database = await databasePid();
  process.kill((await sitePid()) ?? 0, 'SIGSTOP');
  const before = performance.now();
  child.kill('SIGTERM');
  expect(await ended).toBe(0);
  expect((performance.now() - before) / 1000).toBeGreaterThan(24);
  expect(output()).toContain('The site did not end within 25 s and is killed.');
  await expectNothingLeft(database);
  await untilNoProcessIsLeft();
});
