import { type ChildProcess, spawn } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSettings } from '../src/env.server.ts';
import { localSettings } from './local-settings.ts';
import { startPostgres } from './postgres.ts';
import { watchSources } from './watch.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const serverFile = path.join(root, 'build', 'app', 'server.js');
const production = process.env.NODE_ENV === 'production';
const defaultPort = 3000;
const port = Number(process.env.PORT || defaultPort);
const dataDir = path.resolve(process.env.DATA_DIR || path.join(root, 'data'));
const say = (line: string) => console.log(`• ${line} …`);

/**
 * A small young generation keeps the process small: with 16 or 32 MB it is 6 MB larger at rest and 20 to 70 MB larger
 * under load, and renders no faster (`npm run bench -- start rendering`).
 */
const nodeFlags = ['--max-semi-space-size=4'];

/** What was started, to be stopped in the opposite order. */
const running: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  if (production) refuseSettings();
  makeDataDir();
  const local = production ? { env: {}, standIns: [] } : localSettings(process.env, port, dataDir);
  // The ports of the stand-ins' addresses are counted from ours, whose own mistake is to be named, not theirs.
  if (!production)
    refuseSettings(localSettings(process.env, defaultPort, dataDir).env, local.standIns.length > 0 ? 2 : 0);
  for (const wanted of [port, ...(local.standIns.length > 0 ? [port + 1, port + 2] : [])])
    await refuseBusyPort(wanted);

  const env: NodeJS.ProcessEnv = { ...process.env, ...local.env, PORT: String(port), DATA_DIR: dataDir };
  const [database] = await Promise.all([startDatabase(), startStandIns(local.standIns, env)]);
  env.DATABASE_URL = database;
  const starting = startSite(env);
  running.push(() => stopChild(site));
  const address = await starting;
  if (process.env.PCB_DEV) watchSources(root, () => restartSite(env));
  console.log(closingBlock(address, local.standIns));
}

/** @throws SettingsError naming all that the site would refuse */
function refuseSettings(local: Record<string, string> = {}, portsAbove = 0): void {
  const DATABASE_URL = process.env.DATABASE_URL || 'postgresql://embedded';
  parseSettings({ ...process.env, ...local, DATABASE_URL }, portsAbove);
}

async function startDatabase(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const { url } = await startPostgres(dataDir, say, {
    spawned: (end) => running.push(end),
    died: () =>
      void stop(`The database ended unexpectedly (see ${dataDir}/postgres.log): start the site again.`),
  });
  return url;
}

async function startStandIns(names: string[], env: NodeJS.ProcessEnv): Promise<void> {
  if (names.length === 0) return;
  const { startSandbox } = await import('../sandbox/main.ts');
  const sandbox = await startSandbox({
    port: port + 1,
    smtpPort: port + 2,
    appUrl: env.APP_URL ?? `http://localhost:${port}`,
    stripeSecretKey: env.STRIPE_SECRET_KEY ?? '',
    stripeWebhookSecret: env.STRIPE_WEBHOOK_SECRET ?? '',
    googleClientId: env.GOOGLE_CLIENT_ID ?? '',
    googleClientSecret: env.GOOGLE_CLIENT_SECRET ?? '',
    dataFile: path.join(dataDir, 'stand-ins.json'),
  });
  running.push(sandbox.close);
}

type Message = { ready: string } | { progress: string } | { failed: string };

/** The site's process; a change of the sources replaces it while `npm run dev` runs. */
let site: ChildProcess;

function startSite(env: NodeJS.ProcessEnv): Promise<string> {
  const started = spawn(process.execPath, [...nodeFlags, serverFile], {
    env: {
      NODE_COMPILE_CACHE: path.join(root, 'node_modules', '.cache', 'node'),
      MALLOC_ARENA_MAX: '2',
      ...env,
    },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    detached: true,
  });
  site = started;
  return new Promise((resolve, reject) => {
    started.on('message', (message: Message) => {
      if ('ready' in message) resolve(message.ready);
      else if ('failed' in message) reject(new Error(message.failed));
      else say(message.progress);
    });
    started.once('exit', (code) => {
      if (!stopping && site === started && !restarting)
        void stop(`The site ended unexpectedly (exit code ${code}).`);
      reject(new Error('The site did not start.'));
    });
  });
}

let restarting = false;
async function restartSite(env: NodeJS.ProcessEnv): Promise<void> {
  restarting = true;
  await stopChild(site);
  restarting = false;
  await startSite(env).catch((error: Error) => console.error(error.message));
}

function stopChild(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill('SIGTERM');
  });
}

function makeDataDir(): void {
  try {
    mkdirSync(dataDir, { recursive: true });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOSPC') throw new Error('The disk is full: free some space for DATA_DIR and start again.');
    throw new Error(
      `This user may not write to ${dataDir}: change its owner, or set DATA_DIR to another folder.`,
    );
  }
}

function refuseBusyPort(wanted: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EACCES' ? 'may not be used by this user' : 'is already in use';
      reject(new Error(`Port ${wanted} ${reason}: stop the other program, or set PORT to another number.`));
    });
    probe.listen(wanted, () => probe.close(() => resolve()));
  });
}

function closingBlock(address: string, standIns: string[]): string {
  const lines = ['', `  PCB Beach Rentals   ${address}`];
  if (standIns.length > 0) {
    const base = `http://localhost:${port + 1}`;
    const pages: Record<string, string> = {
      mail: `  Mailbox             ${base}/mail   (stand-in: no mail leaves this machine)`,
      stripe: `  Card provider       ${base}/stripe (stand-in: no real money)`,
      google: `  Google sign-in      ${base}/google (stand-in)`,
    };
    lines.push(...standIns.map((name) => pages[name] ?? ''));
  }
  lines.push(`  API                 ${address}/api/docs`, '', '  Stop with Ctrl-C.', '');
  return lines.join('\n');
}

let stopping = false;
async function stop(problem?: string): Promise<never> {
  if (!stopping) {
    stopping = true;
    // What is spawned meanwhile joins the list.
    for (let end = running.pop(); end; end = running.pop()) await end();
    if (problem) console.error(`\n${problem}`);
    process.exit(problem ? 1 : 0);
  }
  return new Promise(() => {});
}

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void stop());
await start().catch((error: Error) => stop(error.message));
