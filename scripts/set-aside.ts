import { existsSync } from 'node:fs';
import { rename, rm } from 'node:fs/promises';
import type { SiteData } from './site-data.ts';

/*
 * While a backup is brought back, what the site held waits under other names. The schema `public_replaced` exists
 * exactly as long as that is not finished: its end is part of the transaction that brings the rows.
 */

const aside = (name: string): string => `${name}_replaced`;
const asideFolder = (folder: string): string => `${folder}.replaced`;

async function schemas({ client }: SiteData): Promise<string[]> {
  const { rows } = await client.query<{ nspname: string }>('select nspname from pg_namespace');
  return rows.map(({ nspname }) => nspname);
}

/** Renames the schemas of the site and makes an empty `public`. */
export async function setRowsAside(data: SiteData): Promise<void> {
  const found = await schemas(data);
  await data.client.query(`begin;
    create schema if not exists public;
    alter schema public rename to ${aside('public')};
    ${found.includes('graphile_worker') ? `alter schema graphile_worker rename to ${aside('graphile_worker')};` : ''}
    create schema public;
    grant usage on schema public to public;
    commit`);
}

/** Puts files in the place of those that the site held, which wait beside them. */
export async function setFilesAside(folder: string, restored: string): Promise<void> {
  if (existsSync(folder)) await rename(folder, asideFolder(folder));
  await rename(restored, folder);
}

/** To be called in the transaction that brings the rows. */
export async function dropRowsAside({ client }: SiteData): Promise<void> {
  for (const name of ['public', 'graphile_worker'])
    await client.query(`drop schema if exists ${aside(name)} cascade`);
}

/** Once the rows are no longer aside, nobody needs the files. */
export const dropFilesAside = async ({ storageFolder }: SiteData): Promise<void> => {
  if (storageFolder) await rm(asideFolder(storageFolder), { recursive: true, force: true });
};

/**
 * Gives the site back what was set aside, after a failure now or in a restoring that was killed.
 * @returns whether anything was
 */
export async function putBack(data: SiteData): Promise<boolean> {
  const { client, storageFolder } = data;
  await client.query('rollback');
  const found = await schemas(data);
  if (!found.includes(aside('public'))) return false;
  if (storageFolder && existsSync(asideFolder(storageFolder))) {
    await rm(storageFolder, { recursive: true, force: true });
    await rename(asideFolder(storageFolder), storageFolder);
  }
  const queueBack = `alter schema ${aside('graphile_worker')} rename to graphile_worker;`;
  await client.query(`begin;
    drop schema if exists graphile_worker cascade;
    drop schema if exists public cascade;
    alter schema ${aside('public')} rename to public;
    ${found.includes(aside('graphile_worker')) ? queueBack : ''}
    commit`);
  return true;
}
