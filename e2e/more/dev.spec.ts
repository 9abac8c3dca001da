import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Page } from '@playwright/test';
import { createDb, createPool } from '../../src/db/client.server.ts';
import { migrate } from '../../src/db/migrate.server.ts';
import { seed } from '../../src/seed/seed.server.ts';
import { noFiles } from '../../test/seed-without-files.ts';
import { query } from '../database.ts';
import { scriptsAreThere } from '../goto.ts';
import { test as base, expect } from '../site.ts';

const repository = path.join(import.meta.dirname, '../..');
const copied = [
  'src',
  'public',
  'scripts',
  'sandbox',
  'package.json',
  'package-lock.json',
  'tsconfig.json',
  'vite.config.ts',
  'react-router.config.ts',
];
const port = Number(process.env.E2E_PORT) + 10;
const url = `http://localhost:${port}`;
const name = 'dev_server';
/** The limit for changes that never come; how long one really took is printed. */
const longMs = 120_000;

async function createDatabase(): Promise<string> {
  const { url: place } = JSON.parse(
    await readFile(path.join(process.env.E2E_DATA_DIR ?? '', 'postgres.json'), 'utf8'),
  ) as { url: string };
  await query(`create database ${name}`, []);
  const address = new URL(place);
  address.pathname = `/${name}`;
  const pool = createPool(address.href);
  await migrate(pool);
  await seed(createDb(pool), noFiles, { withExamples: true });
  await pool.end();
  return address.href;
}

/** What the dev server has written about its errors. */
let errorLog = '';

/** `npm run dev` in a copy of the repository, whose sources may be edited. */
const test = base.extend<object, { folder: string }>({
  folder: [
    async ({ browserName: _ }, use) => {
      const folder = await mkdtemp(path.join(os.tmpdir(), 'pcb-dev-'));
      for (const part of copied)
        await cp(path.join(repository, part), path.join(folder, part), { recursive: true });
      await symlink(path.join(repository, 'node_modules'), path.join(folder, 'node_modules'));
      const DATABASE_URL = await createDatabase();
      const dev = spawn(process.execPath, [path.join(folder, 'scripts', 'dev.mjs')], {
        cwd: folder,
        env: { ...process.env, PORT: String(port), DATA_DIR: path.join(folder, 'data'), DATABASE_URL },
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      dev.stderr?.on('data', (chunk) => {
        errorLog += chunk;
        process.stderr.write(chunk);
      });
      const ended = new Promise((resolve) => dev.once('exit', resolve));
      await ready(dev);
      await use(folder);
      dev.kill('SIGTERM');
      await ended;
      await query(`drop database ${name}`, []);
      await rm(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: longMs },
  ],
  // The images of the first homes are drawn only when a site first starts.
  expectedNoise: async ({ browserName: _ }, use) => use([/status of 404|\[vite\]|React DevTools/]),
});

function ready(dev: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    dev.stdout?.on('data', (chunk) => String(chunk).includes('Stop with Ctrl-C.') && resolve());
    dev.once('exit', (code) => reject(new Error(`It ended with ${code} instead of starting.`)));
  });
}

/** Replaces the file as editors do: the server never reads one that is written in part. */
async function edit(file: string, from: string, to: string): Promise<void> {
  const text = await readFile(file, 'utf8');
  expect(text).toContain(from);
  await writeFile(`${file}.draft`, text.replace(from, to));
  await rename(`${file}.draft`, file);
}

async function timed(what: string, work: () => Promise<void>): Promise<void> {
  const start = performance.now();
  await work();
  console.log(`npm run dev: ${what} is there after ${Math.round(performance.now() - start)} ms`);
}

/** Opens a page once its scripts run, it hears of changes, and Vite has prepared every package that it needs. */
async function openSettled(page: Page, address: string): Promise<void> {
  const connected = page.waitForEvent('console', (message) => message.text().includes('[vite] connected'));
  await page.goto(address);
  await connected;
  await scriptsAreThere(page);
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => Object.assign(window, { isSamePage: true }));
}

const isSamePage = (page: Page) => page.evaluate(() => 'isSamePage' in window);

test('a change of a component or a style is shown without loading the page', async ({ page, folder }) => {
  await openSettled(page, `${url}/hosts`);
  const heading = page.getByRole('heading', { level: 1 });
  await expect(heading).toHaveText('Meet Your Hosts');
  await timed('a changed component', async () => {
    await edit(
      path.join(folder, 'src/features/site/pages/hosts.tsx'),
      'Meet Your Hosts</h1>',
      'Meet Us</h1>',
    );
    await expect(heading).toHaveText('Meet Us', { timeout: longMs });
  });
  await timed('a changed style', async () => {
    await edit(
      path.join(folder, 'src/styles.css'),
      '--color-deep:',
      '--color-deep: rgb(1, 2, 3); --color-old:',
    );
    await expect(heading).toHaveCSS('color', 'rgb(1, 2, 3)', { timeout: longMs });
  });
  expect(await isSamePage(page)).toBe(true);
  expect(await (await fetch(`${url}/hosts`)).text(), 'the server renders it, too').toContain('Meet Us</h1>');
});

test('a change of server code is live without a restart by hand, and a broken one leaves the site up', async ({
  folder,
}) => {
  const api = path.join(folder, 'src/features/site/api.server.ts');
  const settings = async () => (await fetch(`${url}/api/site`)).text();
  expect(await settings()).toContain('"business_name":"PCB Beach Rentals"');
  await timed('changed server code', async () => {
    await edit(
      api,
      'run: ({ ctx }) => readSiteSettings(ctx),',
      "run: async ({ ctx }) => ({ ...(await readSiteSettings(ctx)), business_name: 'live' }),",
    );
    await expect.poll(settings, { timeout: longMs, intervals: [20] }).toContain('"business_name":"live"');
  });
  errorLog = '';
  await edit(api, "business_name: 'live' })", "business_name: 'live'");
  await expect.poll(() => errorLog, { timeout: longMs }).toContain('api.server.ts');
  expect(await settings()).toContain('"business_name":"live"');
  await edit(api, "business_name: 'live'", "business_name: 'mended' })");
  await expect.poll(settings, { timeout: longMs }).toContain('"business_name":"mended"');
});
