import { setTimeout as sleep } from 'node:timers/promises';
import type { Figure } from '../bench/metric.ts';
import { type Claims, exactly } from './claim.ts';
import { failures, longestMs, longestWaitMs, startLoad } from './load.ts';
import { signedInHost } from './signing-in.ts';
import type { SiteProcess } from './site.ts';
import { written } from './written.ts';

/** How long the proxy may take to see that a process is there again, as docs/runbook.md has it. */
const settleMs = 5_000;

/** Each process in turn is drained and replaced by a new one, while the other takes its guests. */
export const deploying: Claims = async (stage) => {
  const [first, second] = stage.sites;
  const host = await signedInHost(stage, await stage.addressFor(first));
  const load = startLoad(stage, [host, host.movedTo(await stage.addressFor(second))]);
  const replaced: Figure[] = [];
  for (const site of stage.sites) replaced.push(...(await replace(site)));
  await load.stop();
  const failed = failures(load);
  return [
    {
      name: 'Requests sent while both processes were replaced',
      value: load.outcomes.length,
      min: 1_000,
    },
    exactly('Failed', failed.length, 0),
    { name: 'Longest wait for an answer', value: longestMs(load), unit: 'ms', max: longestWaitMs },
    ...replaced,
    ...(await written(stage, load)),
  ];
};

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
