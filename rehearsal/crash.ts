import { setTimeout as sleep } from 'node:timers/promises';
import { type Claims, exactly } from './claim.ts';
import { acknowledged, failures, longestMs, longestWaitMs, type Outcome, startLoad } from './load.ts';
import { signedInHost } from './signing-in.ts';
import { waitFor } from './stage.ts';
import { written } from './written.ts';

const acknowledgedBefore = 40;
const afterRestartMs = 3_000;

/** One process is killed under load, and started again as systemd would. */
export const crash: Claims = async (stage) => {
  const [killed, other] = stage.sites;
  const host = await signedInHost(stage, await stage.addressFor(killed));
  const load = startLoad(stage, [host, host.movedTo(await stage.addressFor(other))]);
  await waitFor(
    async () => (acknowledged(load).length >= acknowledgedBefore ? true : null),
    30_000,
    'acknowledged writes',
  );
  const killedAt = performance.now();
  killed.program().signal('SIGKILL');
  await killed.program().exited;
  const goneAt = performance.now();
  await sleep(killed.unit.restartMs);
  const restartMs = await killed.start();
  await sleep(afterRestartMs);
  await load.stop();

  const failed = failures(load);
  const inItsHands = (one: Outcome) => one.startedAt <= goneAt && one.endedAt >= killedAt;
  const atRisk = load.outcomes.filter(inItsHands);
  return [
    { name: 'Requests sent around the kill', measured: load.outcomes.length, atLeast: 200 },
    { name: 'In flight at that moment, at both processes', measured: atRisk.length },
    { name: 'Failed', measured: failed.length, atMost: atRisk.length },
    exactly('Failed that were not in flight', failed.filter((one) => !inItsHands(one)).length, 0),
    exactly('Failed that only read', failed.filter(({ method }) => method === 'GET').length, 0),
    { name: 'Longest wait for an answer', measured: longestMs(load), unit: 'ms', atMost: longestWaitMs },
    { name: 'Start of the next process, until ready', measured: restartMs, unit: 'ms', atMost: 15_000 },
    ...(await written(stage, load)),
  ];
};
