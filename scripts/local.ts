import { accessSync, constants, mkdirSync, rmSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseSettings } from '../src/env.server.ts';
import { localSettings } from './local-settings.ts';
import { lockDataDir } from './lock.ts';
import { startPostgres } from './postgres.ts';
import { dataFolders } from './site-data.ts';
import { launchSite } from './site-process.ts';
import { supervise } from './supervise.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
/** What serves the site: the built server, or with an argument another program of this folder. */
const [, , script] = process.argv;
const program = script
  ? path.join(import.meta.dirname, script)
  : path.join(root, 'build', 'app', 'server.js');
const production = process.env.NODE_ENV === 'production';
const defaultPort = 3000;
const port = Number(process.env.PORT || defaultPort);
const dataDir = path.resolve(process.env.DATA_DIR || path.join(root, 'data'));
const logStep = (line: string) => console.log(`• ${line} …`);

const report = (sentence: string) => console.error(`• ${sentence}`);

/** What was started, to be stopped in the opposite order. */
const running: (() => Promise<void>)[] = [];

async function start(): Promise<void> {
  if (production) assertSettings();
  makeDataDir();
  // Processes that share a database of their own may share the folder too.
  if (!process.env.DATABASE_URL) {
    lockDataDir(dataDir, 'npm start');
    // Rows of guests that a killed restore unpacked; while we have the lock none is at work.
    rmSync(dataFolders(process.env).unpackFolder, { recursive: true, force: true });
  }
  const local = production ? { env: {}, standIns: [] } : localSettings(process.env, port, dataDir);
  // The stand-ins' ports are counted from ours, so an error in PORT must be reported as ours, not theirs.
  if (!production)
    assertSettings(localSettings(process.env, defaultPort, dataDir).env, local.standIns.length > 0 ? 2 : 0);
  for (const needed of [port, ...(local.standIns.length > 0 ? [port + 1, port + 2] : [])])
    await assertPortFree(needed);

  const env: NodeJS.ProcessEnv = { ...process.env, ...local.env, PORT: String(port), DATA_DIR: dataDir };
  const [database] = await Promise.all([startDatabase(), startStandIns(local.standIns, env)]);
  env.DATABASE_URL = database;
  const site = supervise('The site', () => launchSite(program, env, { progress: logStep, report }), report);
  running.push(() => site.stop());
  const address = await site.start();
  console.log(closingBlock(address, local.standIns));
}

/** @throws SettingsError with all settings that the site would reject */
function assertSettings(local: Record<string, string> = {}, portsAbove = 0): void {
  const DATABASE_URL = process.env.DATABASE_URL || 'postgresql://embedded';
  parseSettings({ ...process.env, ...local, DATABASE_URL }, portsAbove);
}

async function startDatabase(): Promise<string> {
  if (process.env.DATABASE_URL) return process.env.DATABASE_URL;
  const { url } = await startPostgres(dataDir, logStep, {
    spawned: (end) => running.push(end),
    report,
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
  // A site that uses the stand-in's mail also gets the stand-in's mailbox for replies.
  if (!names.includes('mail') || env.IMAP_URL) return;
  env.IMAP_URL = sandbox.imapUrl;
  env.REPLY_ADDRESS = 'reply@pcbbeachrentals.example';
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

function assertPortFree(needed: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', (error: NodeJS.ErrnoException) => {
      const reason = error.code === 'EACCES' ? 'may not be used by this user' : 'is already in use';
      reject(new Error(`Port ${needed} ${reason}: stop the other program, or set PORT to another number.`));
    });
    probe.listen(needed, () => probe.close(() => resolve()));
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
    lines.push(`  Other channels      ${base}/calendars (stand-in for their calendars)`);
  }
  lines.push(`  API                 ${address}/api/docs`, '', '  Stop with Ctrl-C.', '');
  return lines.join('\n');
}

let stopping = false;
async function stop(problem?: string): Promise<never> {
  if (!stopping) {
    stopping = true;
    // Processes that are spawned later are added to the list.
    for (let end = running.pop(); end; end = running.pop()) await end();
    if (problem) console.error(`\n${problem}`);
    process.exit(problem ? 1 : 0);
  }
  return new Promise(() => {});
}

for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, () => void stop());
await start().catch((error: Error) => stop(error.message));
