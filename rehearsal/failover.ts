import type pg from 'pg';
import type { Figure } from '../bench/metric.ts';
import { type Claims, exactly, within } from './claim.ts';
import type { Cluster } from './cluster.ts';
import { openPool, throughPort } from './database.ts';
import { type Endpoint, openEndpoint } from './endpoint.ts';
import { fetchOnce } from './fetch-once.ts';
import { errorsSince } from './log-lines.ts';
import { ports } from './place.ts';
import { addHome, lostBookings, nightsSoldTwice, type Race, startRace, staysPerRound } from './race.ts';
import { whileReadOnly } from './read-only.ts';
import { signedInHost } from './signing-in.ts';
import type { SiteProcess } from './site.ts';
import { restartSites, type Stage, stopLast } from './stage.ts';
import { addStandby, catchUp, cutOff, makeSynchronous, promote } from './standby.ts';
import { waitFor } from './wait-for.ts';

const backWithinMs = 2_000;
const pausedWithinMs = 120_000;
const maxPollMs = 30_000;
/** The responses that guests may get while there is no primary: placed, taken, or try again in a moment. */
const honest = [201, 409, 503];

interface Scene {
  stage: Stage;
  endpoint: Endpoint;
  /** Connections that go through the endpoint. */
  pool: pg.Pool;
}

/** The database's machine is lost and a standby takes over: one that was waited for, then one that was behind. */
export const failover: Claims = async (stage) => {
  const { database } = stage;
  const endpoint = await openEndpoint(ports.endpoint, database.cluster.port);
  const pool = openPool(throughPort(database, ports.endpoint));
  stopLast(endpoint.stop);
  stopLast(() => pool.end());
  await restartSites(stage, { DATABASE_URL: throughPort(database, ports.endpoint) });
  await addHome(pool);
  const scene = { stage, endpoint, pool };
  const second = await addStandby(database.cluster, ports.standbys[0]);
  stopLast(second.stop);
  const first = await synchronous(scene, database.cluster, second);
  const third = await addStandby(second, ports.standbys[1]);
  stopLast(third.stop);
  return [...first, ...(await asynchronous(scene, second, third))];
};

/** The primary is killed in a race of bookings; its standby has everything that was acknowledged. */
async function synchronous(
  { stage, endpoint, pool }: Scene,
  primary: Cluster,
  standby: Cluster,
): Promise<Figure[]> {
  await makeSynchronous(primary);
  const race = startRace(stage);
  await race.round();
  const racing = race.round();
  const isAmid = async () => (race.acknowledged.length > staysPerRound ? true : null);
  await waitFor(isAmid, maxPollMs, 'a booking of the second round');
  const killedAt = Date.now();
  await primary.kill();
  endpoint.leadTo(standby.port);
  const before = race.acknowledged.length;
  const readOnly = await whileReadOnly(stage);
  const errors = errorsSince(stage.sites, killedAt).length;
  await promote(standby);
  const promotedAt = performance.now();
  const paused = pauseAfter(pool);
  const readyMs = (await untilReady(stage.sites)) - promotedAt;
  await racing;
  const bookedMs = Math.min(...race.acknowledged.slice(before).map(({ at }) => at)) - promotedAt;
  await race.round();
  const dishonest = race.statuses.filter((status) => !honest.includes(status));
  if (dishonest.length > 0) console.log(`  Other answers: ${dishonest.join(', ')}`);
  return [
    ...readOnly,
    exactly('Errors that the site logged while nothing could be written', errors, 0),
    within('Both processes ready again after the promotion', readyMs, backWithinMs),
    { name: 'A booking again through the proxy after it', value: bookedMs, unit: 'ms' },
    { name: 'Requests that were answered 503 and sent again', value: count(race, 503), min: 1 },
    exactly('Answers of the race other than 201, 409 and 503', dishonest.length, 0),
    { name: 'Bookings acknowledged before the primary was killed', value: before, min: staysPerRound + 1 },
    exactly('Stays with one acknowledged booking, of 24', staysWithOne(race), 3 * staysPerRound),
    exactly('Acknowledged bookings lost, synchronous', (await lostBookings(pool, race)).length, 0),
    exactly('Nights sold twice, synchronous', await nightsSoldTwice(pool), 0),
    within('Payments wait after the promotion', (await paused) - promotedAt, pausedWithinMs),
  ];
}

/** The standby lacks what was acknowledged last: money waits by itself, and hosts know. */
async function asynchronous(
  { stage, endpoint, pool }: Scene,
  primary: Cluster,
  standby: Cluster,
): Promise<Figure[]> {
  const host = await signedInHost(stage, await stage.addressFor(stage.sites[0]));
  await pool.query('delete from payment_pause');
  await catchUp(primary, standby);
  await cutOff(standby);
  const race = startRace(stage);
  await race.round();
  const mailsBefore = await mailsToHosts(stage);
  const processes = stage.sites.map((site) => site.program().pid);
  await primary.kill();
  endpoint.leadTo(standby.port);
  await promote(standby);
  const promotedAt = performance.now();
  const pausedAt = await pauseAfter(pool);
  const today = await host.json<{ paymentsPausedSince: string | null }>('GET', '/api/admin/today');
  const lost = await lostBookings(pool, race);
  return [
    {
      name: 'Bookings acknowledged while the standby was cut off',
      value: race.acknowledged.length,
      min: staysPerRound,
    },
    { name: 'Of them lost, asynchronous', value: lost.length, min: 1 },
    within('Payments wait after the promotion', pausedAt - promotedAt, pausedWithinMs),
    exactly('Hosts who see on Today since when', today.paymentsPausedSince ? 1 : 0, 1),
    exactly('Mails to hosts that say so', (await moreMails(stage, mailsBefore)) - mailsBefore, 1),
    exactly(
      'Processes that are the same as before',
      stage.sites.filter((site, at) => site.program().isRunning() && site.program().pid === processes[at])
        .length,
      2,
    ),
    exactly('Nights sold twice, asynchronous', await nightsSoldTwice(pool), 0),
  ];
}

const count = ({ statuses }: Race, status: number): number => statuses.filter((one) => one === status).length;

function staysWithOne({ acknowledged }: Race): number {
  const stays = Map.groupBy(acknowledged, ({ checkin }) => checkin);
  return [...stays.values()].filter(({ length }) => length === 1).length;
}

/** @returns the moment of `performance.now()` at which every process is ready */
async function untilReady(sites: readonly SiteProcess[]): Promise<number> {
  const ready = async () => {
    const replies = await Promise.all(
      sites.map(({ port }) => fetchOnce(`http://127.0.0.1:${port}/readyz`).catch(() => null)),
    );
    return replies.every((reply) => reply?.ok) ? performance.now() : null;
  };
  return waitFor(ready, maxPollMs, 'both processes ready');
}

/** @returns the moment of `performance.now()` from which payments wait */
async function pauseAfter(pool: pg.Pool): Promise<number> {
  const paused = async () => {
    const { rowCount } = await pool.query('select from payment_pause').catch(() => ({ rowCount: 0 }));
    return rowCount ? performance.now() : null;
  };
  return waitFor(paused, pausedWithinMs + maxPollMs, 'payments that wait');
}

/** The number of mails so far that notified hosts of a standby that took over. */
async function mailsToHosts({ standIns }: Stage): Promise<number> {
  const mails = (await (await fetchOnce(`${standIns}/mail/messages`)).json()) as { subject: string }[];
  return mails.filter(({ subject }) => subject.startsWith('Another database took over')).length;
}

const moreMails = (stage: Stage, before: number): Promise<number> =>
  waitFor(
    async () => {
      const count = await mailsToHosts(stage);
      return count > before ? count : null;
    },
    maxPollMs,
    'a mail to the hosts',
  );
