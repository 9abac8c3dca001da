import type { Figure } from '../bench/metric.ts';
import { exactly } from './claim.ts';
import { fetchOnce } from './fetch-once.ts';
import { acknowledged, type Load } from './load.ts';
import type { Stage } from './stage.ts';

/** What became of everything that a load wrote. */
export async function written(stage: Stage, load: Load): Promise<Figure[]> {
  const { rows } = await stage.database.pool.query<{ name: string }>(
    `select email as name from inquiries where email like 'load-%'
     union all select guest_name from reviews where guest_name like 'load %'`,
  );
  const stored = Map.groupBy(rows, ({ name }) => name);
  const done = acknowledged(load);
  const lost = done.filter((one) => !stored.has(one.written));
  const doubled = load.outcomes.filter((one) => (stored.get(one.written)?.length ?? 0) > 1);
  const mails = await mailed(stage);
  const unmailed = done.filter((one) => one.written.includes('@') && !mails.has(one.written));
  return [
    { name: 'Writes acknowledged', value: done.length, min: 20 },
    exactly('Of them lost', lost.length, 0),
    exactly('Writes that were carried out twice', doubled.length, 0),
    exactly('Inquiries whose acknowledgement is neither in the mailbox nor in the queue', unmailed.length, 0),
  ];
}

/** The guests whose mail was delivered or still waits in the queue. */
async function mailed({ standIns, database }: Stage): Promise<Set<string>> {
  // The queue is read first: what leaves it in the meantime is in the mailbox.
  const { rows } = await database.pool.query<{ email: string }>(
    `select email from inquiries join graphile_worker.jobs on key = 'mail:inquiry-' || inquiries.id || '-guest'`,
  );
  const mails = (await (await fetchOnce(`${standIns}/mail/messages`)).json()) as { rcpt: string[] }[];
  return new Set([...rows.map(({ email }) => email), ...mails.flatMap(({ rcpt }) => rcpt)]);
}
