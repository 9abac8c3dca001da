import { execFileSync } from 'node:child_process';
import { readFileSync, realpathSync } from 'node:fs';
import path from 'node:path';
import { expect, test, vi } from 'vitest';
import { longMs, processesWith, startFixture } from './start-fixture.ts';

const { place, start, databasePid, untilNoProcessIsLeft } = startFixture(5_520);
const root = path.dirname(import.meta.dirname);
const npm = path.dirname(
  realpathSync(process.env.npm_execpath ?? execFileSync('which', ['npm'], { encoding: 'utf8' }).trim()),
);

const parentOf = (pid: number): number =>
  Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);

/** The processes of a running `npm start`, by what they are. */
async function chain(npmPid: number) {
  const all = await processesWith(place.dataDir);
  const find = (text: string) =>
    all.find(({ command }) => command.includes(text))?.pid ?? expect.fail(`no ${text}`);
  const program = find('\0scripts/start.mjs\0');
  const supervisor = find('local.ts');
  const shell = parentOf(program);
  expect(parentOf(shell)).toBe(npmPid);
  return { npm: npmPid, shell, program, supervisor, site: find('server.js') };
}

type Member = keyof Awaited<ReturnType<typeof chain>>;

const ends: [Member, NodeJS.Signals][] = [
  ['npm', 'SIGTERM'],
  ['shell', 'SIGTERM'],
  ['program', 'SIGTERM'],
  ['npm', 'SIGKILL'],
  ['shell', 'SIGKILL'],
  ['program', 'SIGKILL'],
  ['supervisor', 'SIGKILL'],
];

test.each(ends)(
  'npm start: when only its %s gets %s, all the rest ends',
  { timeout: longMs },
  async (member, signal) => {
    const { child, ready } = start('npm-cli.js', {}, npm, ['start', '--prefix', root]);
    await ready();
    const before = await processesWith(place.dataDir);
    expect(before.map(({ pid }) => pid)).toContain(await databasePid());
    const pids = await chain(child.pid ?? 0);
    const since = performance.now();
    process.kill(pids[member], signal);
    await untilNoProcessIsLeft();
    console.info(`${member} got ${signal}: all ended after ${Math.round(performance.now() - since)} ms`);
  },
);

test('npm start: a site that is killed is started again, and ends with npm', {
  timeout: longMs,
}, async () => {
  const { child, ready, output } = start('npm-cli.js', {}, npm, ['start', '--prefix', root]);
  await ready();
  const { site } = await chain(child.pid ?? 0);
  process.kill(site, 'SIGKILL');
  await vi.waitFor(() => expect(output()).toContain('The site is ready again.'), { timeout: longMs });
  child.kill('SIGTERM');
  await untilNoProcessIsLeft();
});
