import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';
import { createDiskStorage } from '../src/platform/storage/disk.server.ts';
import { type Claims, exactly } from './claim.ts';
import { addDatabase } from './database.ts';
import { fetchOnce } from './fetch-once.ts';
import { ordinaryUser } from './ordinary-user.ts';
import { makeFolder, ports } from './place.ts';
import { appUrl } from './proxy.ts';
import { signedInHost } from './signing-in.ts';
import { type SiteProcess, siteEnvironment, siteProcess } from './site.ts';
import { restartSites, type Stage } from './stage.ts';
import type { Visitor } from './visitor.ts';
import { waitFor } from './wait-for.ts';

const endsWithinMs = 60_000;
const sentence =
  /The files of this site lie in another storage than .*, which lacks the mark of its database/;

/** Two machines with one folder serve each other's images; one with a folder of its own does not start. */
export const folders: Claims = async (stage) => {
  const { STORAGE_URL = '' } = siteEnvironment();
  const shared = copyBucket(stage);
  await restartSites(stage, { STORAGE_URL: `file:${shared}` });
  const seeded = await seededImage(stage);
  const uploaded = await uploadTo(stage.sites[0], await signedInHost(stage, '127.0.3.3'));
  const served = await Promise.all(
    stage.sites.flatMap((site) => [seeded, uploaded].map((image) => statusOf(site, image))),
  );
  const alone = await endOfStart(
    siteProcess(ports.otherSites.ownFolder, { STORAGE_URL: `file:${ownFolder('own-storage')}` }),
  );
  const marksBefore = await marksIn(shared);
  const newcomer = siteProcess(ports.otherSites.newDatabase, {
    DATABASE_URL: await addDatabase(stage.database, 'pcb_new'),
    STORAGE_URL: `file:${shared}`,
  });
  const newcomerMs = await newcomer.start();
  const marksAfter = await marksIn(shared);
  await newcomer.stop();
  await restartSites(stage, { STORAGE_URL });
  return [
    exactly('Images served by two machines that share a folder, of 2 each', served.filter(isOk).length, 4),
    exactly('Exit code of a machine with a folder of its own', alone.code ?? -1, 1),
    exactly('Sentences that say why', sentence.test(alone.output) ? 1 : 0, 1),
    exactly('Marks of databases in the shared folder', marksBefore, 1),
    { name: 'Start of a new database on it, until ready', value: newcomerMs, unit: 'ms' },
    exactly('Marks after it', marksAfter, 2),
  ];
};

const isOk = (status: number): boolean => status === 200;

/** An empty folder of the site's user. */
function ownFolder(name: string): string {
  const folder = makeFolder(name);
  ordinaryUser(folder);
  return folder;
}

/** Copies every file of the bucket into a folder, as docs/settings.md describes the move. @returns the folder */
function copyBucket({ bucket }: Stage): string {
  const folder = ownFolder('shared-storage');
  for (const [name, { body }] of bucket.objects) {
    const file = path.join(folder, ...name.split('/').slice(1));
    const missing: string[] = [];
    for (let above = path.dirname(file); above !== folder; above = path.dirname(above))
      missing.unshift(above);
    for (const one of missing) {
      mkdirSync(one, { recursive: true, mode: 0o755 });
      ordinaryUser(one);
    }
    writeFileSync(file, body, { mode: 0o644 });
  }
  return folder;
}

/** The path of an image that came with the database. */
async function seededImage({ database }: Stage): Promise<string> {
  const { rows } = await database.pool.query<{ id: string; width: number }>(
    "select id, widths[1] as width from media where kind = 'image' order by created_at limit 1",
  );
  return `/media/${rows[0]?.id}/${rows[0]?.width}.jpg`;
}

/** Uploads an image at one process. @returns its path */
async function uploadTo({ port }: SiteProcess, { cookies }: Visitor): Promise<string> {
  const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#8fc7bd' } })
    .png()
    .toBuffer();
  const form = new FormData();
  form.append('file', new File([new Uint8Array(png)], 'beach.png', { type: 'image/png' }));
  const response = await fetchOnce(`http://127.0.0.1:${port}/api/upload/media`, {
    method: 'POST',
    body: form,
    headers: { Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '), Origin: appUrl },
  });
  const { media_url: image } = (await response.json()) as { media_url?: string };
  if (!image) throw new Error(`The upload was answered ${response.status}.`);
  return image;
}

async function statusOf({ port }: SiteProcess, image: string): Promise<number> {
  const response = await fetchOnce(`http://127.0.0.1:${port}${image}`);
  await response.arrayBuffer();
  return response.status;
}

/** Starts a process that is expected to end by itself; one that does not is ended. */
async function endOfStart(site: SiteProcess): Promise<{ code: number | null; output: string }> {
  const program = site.launch();
  const isReady = async () => {
    if (!program.isRunning()) return false;
    const reply = await fetchOnce(`http://127.0.0.1:${site.port}/readyz`, {
      signal: AbortSignal.timeout(1_000),
    }).catch(() => null);
    return reply?.ok ? true : null;
  };
  await waitFor(isReady, endsWithinMs, 'the end of a start');
  if (program.isRunning()) await site.stop();
  return { code: await program.exited, output: program.output() };
}

/** How many databases have left their mark in a folder. */
async function marksIn(folder: string): Promise<number> {
  const storage = createDiskStorage(`file:${folder}`);
  let count = 0;
  for await (const _ of storage.list('installations/')) count += 1;
  return count;
}
