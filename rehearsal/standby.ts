import { type Cluster, newClusterFolder, runToEnd, startCluster } from './cluster.ts';
import { waitFor } from './wait-for.ts';

const followsWithinMs = 30_000;

/** A hot standby of a server, which follows it without being waited for. */
export async function addStandby(primary: Cluster, port: number): Promise<Cluster> {
  const folder = newClusterFolder(`standby-${port}`);
  const from = ['--host', primary.folder, '--port', String(primary.port), '--username', 'postgres'];
  await runToEnd('pg_basebackup', [
    ...from,
    '--pgdata',
    folder,
    '--write-recovery-conf',
    '--checkpoint=fast',
  ]);
  const standby = await startCluster(folder, port, primary.certificates);
  await waitFor(() => firstRow(primary, 'select from pg_stat_replication'), followsWithinMs, 'a standby');
  return standby;
}

/** Lets the primary acknowledge only what its standby has written, too. */
export async function makeSynchronous(primary: Cluster): Promise<void> {
  await set(primary, 'synchronous_standby_names', '*');
  const isSynchronous = `select from pg_stat_replication where sync_state = 'sync'`;
  await waitFor(() => firstRow(primary, isSynchronous), followsWithinMs, 'a synchronous standby');
}

/** Cuts a standby off: what its primary writes from now on does not reach it. */
export async function cutOff(standby: Cluster): Promise<void> {
  await set(standby, 'primary_conninfo', '');
  const isCutOff = 'select where not exists (select from pg_stat_wal_receiver)';
  await waitFor(() => firstRow(standby, isCutOff), followsWithinMs, 'the end of the replication');
}

/** Waits until a standby has replayed everything that its primary has written so far. */
export async function catchUp(primary: Cluster, standby: Cluster): Promise<void> {
  const [{ lsn } = { lsn: '' }] = await primary.query<{ lsn: string }>(
    'select pg_current_wal_lsn()::text as lsn',
  );
  const hasReplayed = `select where pg_last_wal_replay_lsn() >= '${lsn}'`;
  await waitFor(() => firstRow(standby, hasReplayed), followsWithinMs, 'a standby that has caught up');
}

/** Makes a standby the primary. */
export const promote = (standby: Cluster) => standby.query('select pg_promote()');

async function set({ query }: Cluster, name: string, value: string): Promise<void> {
  await query(`alter system set ${name} = '${value}'`);
  await query('select pg_reload_conf()');
}

const firstRow = async ({ query }: Cluster, sql: string): Promise<object | null> =>
  (await query(sql))[0] ?? null;
