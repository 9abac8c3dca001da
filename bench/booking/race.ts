import pg from 'pg';
import { type Figure, quantile } from '../metric.ts';
import type { Site } from '../site.ts';
import { book, durationMs, quote } from './guests.ts';

const guests = 64;
const rounds = 50;
const each = Array.from({ length: guests });

/** T-01: 64 guests request the same nights at once, fifty times; for comparison, the bare statement that decides. */
export async function race(site: Site): Promise<Figure[]> {
  const waits: number[] = [];
  let [oneWinner, unexpected] = [0, 0];
  for (let round = 0; round < rounds; round += 1) {
    const quotes = await Promise.all(each.map(() => quote(site, 1, round)));
    const answers = await Promise.all(
      quotes.map(async (id) => {
        const from = performance.now();
        const answer = await book(site, id);
        waits.push(performance.now() - from);
        return answer;
      }),
    );
    const winners = answers.filter(({ status }) => status === 201).length;
    const losers = answers.filter(
      ({ status, body }) => status === 409 && body.reason === 'dates_taken',
    ).length;
    if (winners === 1) oneWinner += 1;
    unexpected += guests - winners - losers;
  }
  const bare = await bareRace(site.databaseUrl);
  return [
    {
      name: `${guests} guests for the same nights: rounds with one winner`,
      value: oneWinner,
      min: rounds,
      max: rounds,
    },
    { name: 'Answers that are neither the stay nor "dates taken"', value: unexpected, max: 0 },
    { name: 'Their wait, 95th percentile', value: quantile(waits, 0.95), unit: 'ms', max: 500 },
    { name: 'Bare SQL, 64 connections, 95th percentile', value: quantile(bare, 0.95), unit: 'ms' },
  ];
}

async function bareRace(url: string): Promise<number[]> {
  const pool = new pg.Pool({ connectionString: url, max: guests });
  try {
    await pool.query(`create table bench_race (home integer, nights daterange,
      constraint bench_race_one exclude using gist (home with =, nights with &&))`);
    // Opens all connections.
    await Promise.all(each.map(() => pool.query('select pg_sleep(0.2)')));
    const waits: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const insert = () =>
        pool.query(
          `insert into bench_race values ($1, '[2027-06-01,2027-06-06)')
           on conflict on constraint bench_race_one do nothing`,
          [round],
        );
      waits.push(...(await Promise.all(each.map(() => durationMs(insert)))));
    }
    return waits;
  } finally {
    await pool.query('drop table if exists bench_race');
    await pool.end();
  }
}
