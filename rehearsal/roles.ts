import { type Claims, exactly } from './claim.ts';
import { fetchOnce } from './fetch-once.ts';
import { ports } from './place.ts';
import { type SiteProcess, siteProcess } from './site.ts';
import type { Stage } from './stage.ts';
import { waitFor } from './wait-for.ts';

const listensWithinMs = 30_000;
/** One for mail, one for backups, one for all other jobs. */
const listenersEach = 3;

const probes = ['/healthz', '/readyz'];
const pages = ['/', '/login', '/api/properties', '/sitemap.xml'];

/** A process that serves works no jobs, and one that works jobs serves nothing but what watches it. */
export const roles: Claims = async (stage) => {
  const ofBoth = stage.sites.length * listenersEach;
  const listeners = (count: number) => async () => ((await jobListeners(stage)) === count ? true : null);
  await waitFor(listeners(ofBoth), listensWithinMs, 'both processes that listen for jobs');
  const web = siteProcess(ports.otherSites.web, { ROLE: 'web' });
  const worker = siteProcess(ports.otherSites.worker, { ROLE: 'worker' });
  await Promise.all([web.start(), worker.start()]);
  const withWorker = async () => ((await jobListeners(stage)) >= ofBoth + listenersEach ? true : null);
  await waitFor(withWorker, listensWithinMs, 'a worker that listens for jobs');
  const webPages = await statuses(web, pages);
  const workerPages = await statuses(worker, pages);
  const workerProbes = await statuses(worker, probes);
  await worker.stop();
  // PostgreSQL may notice a little later that the worker's connections have ended.
  await waitFor(listeners(ofBoth), listensWithinMs, 'the listeners of the worker gone').catch(() => {});
  const withWeb = await jobListeners(stage);
  await web.stop();
  return [
    exactly('Connections of a web process that listen for jobs', withWeb - ofBoth, 0),
    exactly(`Of ${pages.length} pages and calls, served by it`, count(webPages, 200), pages.length),
    exactly('Probes of a worker answered 200', count(workerProbes, 200), probes.length),
    exactly('Pages and calls that it answers 404', count(workerPages, 404), pages.length),
  ];
};

const count = (all: number[], status: number): number => all.filter((one) => one === status).length;

/** Connections on which the queue's workers listen for new jobs. */
async function jobListeners({ database }: Stage): Promise<number> {
  const { rows } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and query ilike 'listen "jobs:insert"%'`,
  );
  return rows.length;
}

const statuses = (site: SiteProcess, paths: string[]): Promise<number[]> =>
  Promise.all(
    paths.map(async (path) => {
      const response = await fetchOnce(`http://127.0.0.1:${site.port}${path}`, { redirect: 'manual' });
      await response.arrayBuffer();
      return response.status;
    }),
  );
