import path from 'node:path';
import {
  type BackupSettings,
  type Environment,
  isNetwork,
  parseAppUrl,
  parseBackup,
  parseBucket,
  parseNameServer,
  parseReplies,
  parseVendors,
  passedSocket,
  type ReplySettings,
  type S3Settings,
  settingReader,
} from './env-parsers.server.ts';
import type { Vendors } from './shared/trackers.ts';

/** The settings of one process, parsed once at the start and described in `docs/settings.md`. */
export interface Settings {
  production: boolean;
  port: number;
  /** The descriptor of a listening socket passed by systemd; without one the process opens `port`. */
  socketFd: number | null;
  appUrl: string;
  dataDir: string;
  databaseUrl: string;
  sessionSecret: string;
  adminEmails: string[];
  smtpUrl: string;
  mailFrom: { name: string; address: string };
  hostsEmail: string;
  /** The mailbox that receives guests' replies; `null`: replies go to the hosts' own mailbox. */
  replies: ReplySettings | null;
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string };
  /** If both are empty, there is no sign-in with Google. */
  google: { clientId: string; clientSecret: string; issuer: string };
  storageUrl: string;
  s3: S3Settings | null;
  /** The place of automatic backups and their key; `null`: none are made. */
  backup: BackupSettings | null;
  /** `host:port` of the name server for the hosts' checks; `null`: the system's. */
  dnsServer: string | null;
  metricsToken: string | null;
  /** The most connections to the database that a process holds; `null`: the usual number. */
  poolSize: number | null;
  /** `web` works no jobs, `worker` serves no pages. */
  role: Role;
  /** The URL that is called each minute while jobs run; `null`: no URL is called. */
  heartbeatUrl: string | null;
  /** Holds a folder for each release, whose scripts are all served; `null`: only the running release's are. */
  releasesFolder: string | null;
  logLevel: string;
  trustProxy: string[];
  /** How long an ending process is unready at /readyz before it closes its port. */
  shutdownDelayMs: number;
  frameAncestors: string[];
  vendors: Vendors;
}

export {
  type BackupPlaceSettings,
  type BackupSettings,
  localHosts,
  type S3Settings,
} from './env-parsers.server.ts';

export class SettingsError extends Error {
  constructor(problems: string[]) {
    super(`The site cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  }
}

/** @param portsAbove how many ports above `PORT` the stand-ins take @throws SettingsError with all problems */
export function parseSettings(env: Environment, portsAbove = 0): Settings {
  const problems: string[] = [];
  const production = env.NODE_ENV === 'production';
  const { required, list, url, mailAddress, sender, port, seconds, count, choice, text } = settingReader(
    env,
    problems,
  );
  const ownPort = port('PORT', 3000, portsAbove);
  const ownUrl = `http://localhost:${ownPort ?? 3000}`;
  const dataDir = path.resolve(env.DATA_DIR || 'data');
  const storageUrl = env.STORAGE_URL || `file:${path.join(dataDir, 'storage')}`;
  const settings: Settings = {
    production,
    port: ownPort ?? Number.NaN,
    socketFd: passedSocket(env),
    appUrl: parseAppUrl(
      production ? required('APP_URL') : env.APP_URL?.trim() || ownUrl,
      production,
      problems,
    ),
    dataDir,
    databaseUrl: url('DATABASE_URL', required('DATABASE_URL'), ['postgres:', 'postgresql:']),
    sessionSecret: text('SESSION_SECRET', required('SESSION_SECRET'), 32),
    adminEmails: list('ADMIN_EMAILS').map((address) => mailAddress('ADMIN_EMAILS', address).toLowerCase()),
    smtpUrl: url('SMTP_URL', required('SMTP_URL'), ['smtp:', 'smtps:']),
    mailFrom: sender('MAIL_FROM', required('MAIL_FROM')),
    hostsEmail: mailAddress('HOSTS_EMAIL', required('HOSTS_EMAIL')),
    replies: parseReplies(env, problems),
    stripe: {
      secretKey: required('STRIPE_SECRET_KEY'),
      webhookSecret: required('STRIPE_WEBHOOK_SECRET'),
      apiUrl: url('STRIPE_API_URL', env.STRIPE_API_URL || 'https://api.stripe.com', ['http:', 'https:']),
    },
    google: {
      clientId: env.GOOGLE_CLIENT_ID?.trim() ?? '',
      clientSecret: env.GOOGLE_CLIENT_SECRET?.trim() ?? '',
      issuer: url('GOOGLE_ISSUER', env.GOOGLE_ISSUER || 'https://accounts.google.com', ['http:', 'https:']),
    },
    storageUrl,
    s3: parseStorage(storageUrl, env, problems),
    backup: parseBackup(env, problems),
    dnsServer: parseNameServer(env, problems),
    poolSize: count('POOL_SIZE', minPoolSize, 1_000),
    role: choice('ROLE', env.ROLE?.trim() || 'both', roles) as Role,
    heartbeatUrl: url('HEARTBEAT_URL', env.HEARTBEAT_URL?.trim() ?? '', ['http:', 'https:']) || null,
    metricsToken: env.METRICS_TOKEN || null,
    releasesFolder: env.RELEASES_DIR?.trim() || null,
    logLevel: choice('LOG_LEVEL', env.LOG_LEVEL || (production ? 'info' : 'warn'), logLevels),
    trustProxy: list('TRUST_PROXY'),
    shutdownDelayMs: seconds('SHUTDOWN_DELAY_SECONDS', 60) * 1000,
    frameAncestors: list('FRAME_ANCESTORS').map((origin) =>
      url('FRAME_ANCESTORS', origin, ['http:', 'https:']),
    ),
    vendors: parseVendors(env, problems),
  };
  if ((settings.google.clientId === '') !== (settings.google.clientSecret === ''))
    problems.push('GOOGLE_CLIENT_ID and GOOGLE_CLIENT_SECRET are given together, or neither');
  for (const range of settings.trustProxy) {
    if (!isNetwork(range))
      problems.push(`TRUST_PROXY must list addresses or CIDRs, and "${range}" is neither`);
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

const roles = ['web', 'worker', 'both'];
type Role = 'web' | 'worker' | 'both';

/** The number of connections that the queue, requests and the listener need together. */
const minPoolSize = 8;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

function parseStorage(storageUrl: string, env: Environment, problems: string[]): S3Settings | null {
  if (storageUrl.startsWith('s3:')) return parseBucket('STORAGE_URL', storageUrl, env, problems);
  if (!storageUrl.startsWith('file:'))
    problems.push('STORAGE_URL must start with file: and name a folder, or with s3: and name a bucket');
  return null;
}

export const readSettings = (): Settings => parseSettings(process.env);
