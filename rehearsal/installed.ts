import { spawnSync } from 'node:child_process';
import type { Figure } from '../bench/metric.ts';
import { type Claims, exactly } from './claim.ts';
import { unitsForSystemd } from './site.ts';
import type { Reply } from './visitor.ts';

/** systemd's own scale from 0 (nothing is open) to 10; below 4 it says "OK". */
const exposure = 4;

/** The files in `deploy/`, and the rights that the site runs with. */
export const installed: Claims = async (stage) => {
  const { pool } = stage.database;
  const { rows: roles } = await pool.query(
    'select rolsuper or rolcreatedb or rolcreaterole or rolreplication or rolbypassrls as powerful from pg_roles where rolname = current_user',
  );
  const { rows: connections } = await pool.query<{ ssl: boolean }>(
    `select ssl from pg_stat_ssl join pg_stat_activity using (pid)
     where usename = current_user and application_name <> 'rehearsal'`,
  );
  return [
    ...checkedBySystemd(stage.sites[0].port),
    exactly(
      'Answers in words, with Retry-After, while there is no process, of 2',
      stage.repliesBefore.filter(isClosed).length,
      2,
    ),
    { name: 'First start of both, pictures and all', value: Math.max(...stage.startMs), unit: 'ms' },
    exactly(
      'Rights of the database role beyond its own database',
      roles.filter(({ powerful }) => powerful).length,
      0,
    ),
    { name: 'Connections of the site to the database', value: connections.length, min: 2 },
    exactly('Of them without TLS', connections.filter(({ ssl }) => !ssl).length, 0),
    { name: 'Files in the bucket', value: stage.bucket.objects.size, min: 1 },
  ];
};

const isClosed = ({ status, headers, body }: Reply): boolean =>
  [502, 503].includes(status) && headers['retry-after'] !== undefined && body.includes('Please try again');

function checkedBySystemd(port: number): Figure[] {
  const units = unitsForSystemd(port);
  if (units === null) {
    console.log('  systemd-analyze is not installed: the unit file is not checked by it.');
    return [];
  }
  const analyze = (...args: string[]) => spawnSync('systemd-analyze', args, { encoding: 'utf8' });
  const verified = analyze('verify', units.service, units.socket);
  const complaints = verified.stderr.split('\n').filter((line) => line.includes('pcb-beach-rentals'));
  for (const line of complaints) console.log(`  ${line}`);
  const security = analyze('security', '--offline=true', '--no-pager', units.service).stdout;
  const level = Number(/Overall exposure level for .*: ([\d.]+)/.exec(security)?.[1] ?? Number.NaN);
  return [
    exactly(
      'Complaints of systemd-analyze verify about the units',
      complaints.length + (verified.status ?? 1),
      0,
    ),
    { name: 'Exposure by systemd-analyze security, of 10', value: level, max: exposure },
  ];
}
