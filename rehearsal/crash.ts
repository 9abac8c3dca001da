import { setTimeout as sleep } from 'node:timers/promises';
import { type Claims, exactly } from './claim.ts';
import { acknowledged, failures, longestMs, longestWaitMs, type Outcome, startLoad } from './load.ts';
import { signedInHost } from './signing-in.ts';
import { waitFor } from './wait-for.ts';
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
    { name: 'Requests sent around the kill', value: load.outcomes.length, min: 200 },
    { name: 'In flight at that moment, at both processes', value: atRisk.length },
    { name: 'Failed', value: failed.length, max: atRisk.length },
    exactly('Failed that were not in flight', failed.filter((one) => !inItsHands(one)).length, 0),
    exactly('Failed that only read', failed.filter(({ method }) => method === 'GET').length, 0),
    { name: 'Longest wait for an answer', value: longestMs(load), unit: 'ms', max: longestWaitMs },
    { name: 'Start of the next process, until ready', value: restartMs, unit: 'ms', max: 15_000 },
    ...(await written(stage, load)),
  ];
};
