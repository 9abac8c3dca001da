import { fork } from 'node:child_process';
import os from 'node:os';
import pg from 'pg';
import { startPostgres } from '../scripts/postgres.ts';
import { databaseUrl, fillTemplate } from '../test/database.ts';
import type { Outcome } from '../test/sequences/run-sequence.ts';
import type { Figure, Place } from './metric.ts';
import { databasePid, signal } from './site.ts';

const fullCount = 10_000;
/** Fewer where there is no hour for them. */
const count = Number(process.env.SEQUENCES ?? fullCount);
const template = 'pcb_bench_template';
const reportEvery = 500;
/** Each waits a part of its time for the database. */
const workersPerCore = 2;

/** What a worker sends: the sequence's number and what came of it. */
export interface Result {
  seed: number;
  outcome: Outcome;
}

/**
 * Runs 10,000 random sequences of bookings, moves, corrections, refunds, disputes, restores, blocks, feeds and time,
 * checked against naive models.
 */
export async function sequences({ dataDir }: Place): Promise<Figure[]> {
  const server = await startPostgres(dataDir, () => {});
  const kill = () => signal(databasePid(dataDir), 'SIGQUIT');
  process.prependListener('exit', kill);
  const admin = new pg.Client({ connectionString: server.url });
  await admin.connect();
  try {
    // Nothing here outlives the run, so nothing has to survive a power failure.
    await admin.query('alter system set fsync = off');
    await admin.query('select pg_reload_conf()');
    await admin.query(`create database ${template}`);
    await fillTemplate(databaseUrl(server.url, template));
    const results: Outcome[] = [];
    const workers = Math.ceil(workersPerCore * os.availableParallelism());
    await Promise.all(
      Array.from({ length: workers }, (_, worker) =>
        runWorker([server.url, template, String(worker + 1), String(count), String(workers)], (result) => {
          results.push(result.outcome);
          printResult(result, results.length);
        }),
      ),
    );
    return toFigures(results);
  } finally {
    await admin.query(`drop database if exists ${template} with (force)`);
    await admin.end();
    await server.stop();
    process.off('exit', kill);
  }
}

function runWorker(args: string[], take: (result: Result) => void): Promise<void> {
  const worker = fork(new URL('./sequences/worker.ts', import.meta.url), args);
  worker.on('message', take);
  return new Promise((resolve, reject) => {
    worker.once('error', reject);
    worker.once('exit', (code) =>
      code === 0 ? resolve() : reject(new Error(`a worker ended with ${code}`)),
    );
  });
}

function printResult({ seed, outcome }: Result, done: number): void {
  const { overlaps, ledger, reports, others } = outcome;
  for (const problem of [...overlaps, ...ledger, ...reports, ...others])
    console.log(`Sequence ${seed}: ${problem}`);
  if (done % reportEvery === 0) console.log(`  ${done} of ${count}`);
}

function toFigures(results: Outcome[]): Figure[] {
  const sum = (amount: (outcome: Outcome) => number) =>
    results.reduce((total, outcome) => total + amount(outcome), 0);
  const events = (...names: string[]) =>
    sum(({ history }) => names.reduce((all, name) => all + (history[name] ?? 0), 0));
  const none = (name: string, value: number): Figure => ({ name, value, max: 0 });
  return [
    { name: 'Random sequences run', value: results.length, min: fullCount },
    none(
      'Nights sold twice, or conflicts that hosts do not see',
      sum(({ overlaps }) => overlaps.length),
    ),
    none(
      'Differences between our ledger and the card provider',
      sum(({ ledger }) => ledger.length),
    ),
    none(
      'Differences between reports and receipts or ledger',
      sum(({ reports }) => reports.length),
    ),
    none(
      'Endless holds, refused steps with an effect, errors',
      sum(({ others }) => others.length),
    ),
    { name: 'Steps', value: sum(({ steps }) => steps) },
    { name: 'Of them refused', value: sum(({ refused }) => refused) },
    { name: 'Stays held, requested or booked by phone', value: events('held', 'requested') },
    { name: 'Payments', value: events('paid') },
    { name: 'Stays moved', value: events('moved') },
    { name: 'Parties changed', value: events('party_changed') },
    { name: 'Guests corrected', value: events('guest_corrected') },
    { name: 'Links of companions', value: events('companion_added') },
    { name: 'Stays cancelled', value: events('cancelled') },
    { name: 'Holds expired, released or declined', value: events('expired', 'released', 'declined') },
    { name: 'Refunds', value: events('refunded') },
    { name: 'Refunds sent back by banks', value: events('refund_failed') },
    { name: 'States of disputes', value: events('disputed') },
    { name: 'Restores of an earlier moment', value: sum(({ restores }) => restores) },
    { name: 'Conflicts with channels', value: events('conflict') },
    { name: 'Tax in the reports', value: Math.round(sum(({ taxCents }) => taxCents) / 100), unit: 'dollars' },
  ];
}
