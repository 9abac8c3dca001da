import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../bench/metric.ts';
import { type Claims, exactly } from './claim.ts';
import { failures, longestMs, longestWaitMs, startLoad } from './load.ts';
import { folder, makeFolder } from './place.ts';
import { signedInHost } from './signing-in.ts';
import { releases, type SiteProcess } from './site.ts';
import type { Stage } from './stage.ts';
import { written } from './written.ts';

/** How long the proxy may take to see that a process is there again, as docs/runbook.md has it. */
const settleMs = 5_000;

const scriptPauseMs = 200;

/** Each process in turn is drained and replaced by a new one, while the other takes its guests. */
export const deploying: Claims = async (stage) => {
  const [first, second] = stage.sites;
  const host = await signedInHost(stage, await stage.addressFor(first));
  const load = startLoad(stage, [host, host.movedTo(await stage.addressFor(second))]);
  const pages = openPages(stage);
  const replaced: Figure[] = [];
  for (const site of stage.sites) replaced.push(...(await replace(site)));
  await load.stop();
  const scripts = await pages.close();
  const failed = failures(load);
  return [
    {
      name: 'Requests sent while both processes were replaced',
      value: load.outcomes.length,
      min: 1_000,
    },
    exactly('Failed', failed.length, 0),
    { name: 'Longest wait for an answer', value: longestMs(load), unit: 'ms', max: longestWaitMs },
    { name: 'Scripts requested by pages of another release meanwhile', value: scripts.length, min: 50 },
    exactly('Of them not served', scripts.filter((status) => status !== 200).length, 0),
    ...replaced,
    ...(await written(stage, load)),
  ];
};

/** Pages of the release before and of the next one, at both processes, which load scripts of theirs until they are closed. */
function openPages(stage: Stage): { close(): Promise<number[]> } {
  let isOpen = true;
  const statuses: number[] = [];
  const paths = ['before', 'next'].map((release) => {
    const name = `page-of-${release}.js`;
    writeFileSync(
      path.join(makeFolder(path.relative(folder, releases), release, 'build', 'client', 'assets'), name),
      '',
    );
    return `/assets/${name}`;
  });
  const loading = Array.from({ length: 4 }, async (_, at) => {
    const guest = stage.visitor(`127.0.4.${at + 1}`);
    for (let turn = at; isOpen; turn += 1) {
      const reply = await guest.request('GET', paths[turn % paths.length] ?? '').catch(() => null);
      statuses.push(reply?.status ?? 0);
      await sleep(scriptPauseMs);
    }
    guest.close();
  });
  return {
    async close() {
      isOpen = false;
      await Promise.all(loading);
      return statuses;
    },
  };
}

/** What `systemctl restart` does, and the wait that docs/runbook.md asks for before the next one. */
async function replace(site: SiteProcess): Promise<Figure[]> {
  const { code, ms } = await site.stop();
  const readyMs = await site.start();
  await sleep(settleMs);
  return [
    exactly(`Exit code of the process drained on ${site.port}`, code ?? -1, 0),
    { name: 'Drained within', value: ms, unit: 'ms', max: site.unit.timeoutStopMs },
    { name: 'Next process ready within', value: readyMs, unit: 'ms', max: 15_000 },
  ];
}
