import { isIP } from 'node:net';
import path from 'node:path';
import type { Vendors } from './shared/trackers.ts';

/** The settings of one process, parsed once at the start. `docs/operations.md` says what each one does. */
export interface Settings {
  production: boolean;
  port: number;
  /** The descriptor of a listening socket that systemd passed to this process; without one it opens `port`. */
  socketFd: number | null;
  appUrl: string;
  dataDir: string;
  databaseUrl: string;
  sessionSecret: string;
  adminEmails: string[];
  smtpUrl: string;
  mailFrom: { name: string; address: string };
  hostsEmail: string;
  stripe: { secretKey: string; webhookSecret: string; apiUrl: string };
  google: { clientId: string; clientSecret: string; issuer: string };
  storageUrl: string;
  /** The bucket that `storageUrl` names; null where it names a folder. */
  s3: S3Settings | null;
  metricsToken: string | null;
  logLevel: string;
  trustProxy: string[];
  /** How long a process that was told to end says so at /readyz before it closes its port. */
  shutdownDelayMs: number;
  frameAncestors: string[];
  vendors: Vendors;
}

/** A bucket that speaks the S3 protocol. */
export interface S3Settings {
  /** Without a slash at its end. */
  bucketUrl: string;
  /** What every key begins with: empty, or folders with a slash at the end. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

type Environment = Record<string, string | undefined>;

/** Every problem of the settings in one message. */
export class SettingsError extends Error {
  constructor(problems: string[]) {
    super(`The site cannot start with these settings:\n${problems.map((line) => `  - ${line}`).join('\n')}`);
  }
}

/** One address; the operator's own may lie on a host without a dot. */
const oneAddress = /^[^\s@,;:<>"()]+@[^\s@,;:<>"()]+$/;
const named = /^"?([^"<>]*?)"?\s*<([^<>]*)>$/;

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'];

/**
 * Parses the environment.
 * @param portsAbove how many ports above `PORT` this machine's stand-ins take
 * @throws SettingsError naming every missing and malformed setting together
 */
export function parseSettings(env: Environment, portsAbove = 0): Settings {
  const problems: string[] = [];
  const production = env.NODE_ENV === 'production';

  const required = (name: string): string => {
    const value = env[name]?.trim() ?? '';
    if (value === '') problems.push(`${name} is missing`);
    return value;
  };
  const list = (name: string): string[] =>
    (env[name] ?? '')
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== '');
  const url = (name: string, value: string, protocols: string[]): string => {
    if (value === '') return value;
    const parsed = URL.parse(value);
    if (!parsed || !protocols.includes(parsed.protocol)) {
      problems.push(`${name} must be a URL that starts with ${protocols.join(' or ')}`);
    }
    return value;
  };

  const mailAddress = (name: string, value: string): string => {
    if (value !== '' && !oneAddress.test(value)) problems.push(`${name} must be one plain e-mail address`);
    return value;
  };

  const sender = (value: string): Settings['mailFrom'] => {
    const [, name, address] = named.exec(value) ?? [];
    return { name: name || 'PCB Beach Rentals', address: mailAddress('MAIL_FROM', address ?? value) };
  };

  const port = Number(env.PORT || 3000);
  const highestPort = 65_535 - portsAbove;
  const isPort = Number.isInteger(port) && port >= 1 && port <= highestPort;
  if (!isPort) {
    const reason = portsAbove > 0 ? `; the stand-ins take the next ${portsAbove}` : '';
    problems.push(`PORT must be a number from 1 to ${highestPort}${reason}`);
  }
  const ownUrl = `http://localhost:${isPort ? port : 3000}`;
  const appUrl = parseAppUrl(
    production ? required('APP_URL') : env.APP_URL?.trim() || ownUrl,
    production,
    problems,
  );
  const dataDir = path.resolve(env.DATA_DIR || 'data');
  const sessionSecret = required('SESSION_SECRET');
  if (sessionSecret !== '' && sessionSecret.length < 32)
    problems.push('SESSION_SECRET must have at least 32 characters');
  const logLevel = env.LOG_LEVEL || (production ? 'info' : 'warn');
  if (!logLevels.includes(logLevel)) problems.push(`LOG_LEVEL must be one of ${logLevels.join(', ')}`);

  const storageUrl = env.STORAGE_URL || `file:${path.join(dataDir, 'storage')}`;
  const isBucket = storageUrl.startsWith('s3:');
  if (!isBucket && !storageUrl.startsWith('file:'))
    problems.push('STORAGE_URL must start with file: and name a folder, or with s3: and name a bucket');
  const s3 = isBucket ? parseBucket(storageUrl, env, problems) : null;

  const settings: Settings = {
    production,
    port,
    socketFd: passedSocket(env),
    appUrl,
    dataDir,
    databaseUrl: url('DATABASE_URL', required('DATABASE_URL'), ['postgres:', 'postgresql:']),
    sessionSecret,
    adminEmails: list('ADMIN_EMAILS').map((address) => mailAddress('ADMIN_EMAILS', address).toLowerCase()),
    smtpUrl: url('SMTP_URL', required('SMTP_URL'), ['smtp:', 'smtps:']),
    mailFrom: sender(required('MAIL_FROM')),
    hostsEmail: mailAddress('HOSTS_EMAIL', required('HOSTS_EMAIL')),
    stripe: {
      secretKey: required('STRIPE_SECRET_KEY'),
      webhookSecret: required('STRIPE_WEBHOOK_SECRET'),
      apiUrl: url('STRIPE_API_URL', env.STRIPE_API_URL || 'https://api.stripe.com', ['http:', 'https:']),
    },
    google: {
      clientId: required('GOOGLE_CLIENT_ID'),
      clientSecret: required('GOOGLE_CLIENT_SECRET'),
      issuer: url('GOOGLE_ISSUER', env.GOOGLE_ISSUER || 'https://accounts.google.com', ['http:', 'https:']),
    },
    storageUrl,
    s3,
    metricsToken: env.METRICS_TOKEN || null,
    logLevel,
    trustProxy: list('TRUST_PROXY'),
    shutdownDelayMs: shutdownDelay(env.SHUTDOWN_DELAY_SECONDS, problems),
    frameAncestors: list('FRAME_ANCESTORS').map((origin) =>
      url('FRAME_ANCESTORS', origin, ['http:', 'https:']),
    ),
    vendors: parseVendors(env, problems),
  };
  for (const range of settings.trustProxy) {
    if (!isNetwork(range))
      problems.push(`TRUST_PROXY must list addresses or CIDRs, and "${range}" is neither`);
  }
  if (problems.length > 0) throw new SettingsError(problems);
  return settings;
}

/** Hosts of this machine, at which plain HTTP and cookies without `Secure` are enough to sign in. */
export const localHosts = ['localhost', '127.0.0.1', '[::1]'];

/** The origin of the site, as browsers spell it. */
function parseAppUrl(value: string, production: boolean, problems: string[]): string {
  const url = URL.parse(value);
  if (value === '') return value;
  if (!url || !/^https?:$/.test(url.protocol)) {
    problems.push('APP_URL must be a URL that starts with http: or https:');
    return value;
  }
  const { protocol, hostname, pathname, search, hash, username, password } = url;
  if (/[^/]/.test(pathname) || search || hash || username || password)
    problems.push(
      'APP_URL must be the origin alone, such as https://stay.example, without a path, query or credentials',
    );
  if (production && protocol === 'http:' && !localHosts.includes(hostname))
    problems.push(
      'APP_URL must start with https: in production, or nobody could sign in; http: works only on localhost',
    );
  return url.origin;
}

/** systemd passes sockets from descriptor 3 on, and says to which process (sd_listen_fds(3)). */
const passedSocket = ({ LISTEN_FDS, LISTEN_PID }: Environment): number | null =>
  LISTEN_FDS === '1' && LISTEN_PID === String(process.pid) ? 3 : null;

const maxShutdownDelaySeconds = 60;

function shutdownDelay(text: string | undefined, problems: string[]): number {
  const seconds = Number(text || 0);
  if (!(seconds >= 0 && seconds <= maxShutdownDelaySeconds))
    problems.push(`SHUTDOWN_DELAY_SECONDS must be a number from 0 to ${maxShutdownDelaySeconds}`);
  return seconds * 1000;
}

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/;

/**
 * `s3://bucket/folder?region=…&endpoint=…`; what the address leaves out comes from the usual AWS variables. With an
 * endpoint the bucket is the first part of the path, without one it is part of Amazon's host name.
 */
function parseBucket(storageUrl: string, env: Environment, problems: string[]): S3Settings {
  const [address = '', query = ''] = storageUrl.split('?');
  const options = new URLSearchParams(query);
  const [, bucket = '', folder = ''] = bucketAddress.exec(address) ?? [];
  if (bucket === '') problems.push('STORAGE_URL must look like s3://bucket or s3://bucket/folder');
  const unknown = [...options.keys()].filter((name) => name !== 'region' && name !== 'endpoint');
  if (unknown.length > 0) problems.push(`STORAGE_URL knows region and endpoint, not ${unknown.join(', ')}`);
  const region = options.get('region') || env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const given = options.get('endpoint') || env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const endpoint = given && URL.parse(given);
  if (given && (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.search || endpoint.username))
    problems.push('The endpoint of STORAGE_URL must be a URL that starts with https: or http:');
  for (const name of ['AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'])
    if (!env[name]) problems.push(`${name} is missing, and STORAGE_URL names a bucket`);
  return {
    bucketUrl: given
      ? `${given.replace(/\/+$/, '')}/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`,
    prefix: folder === '' ? '' : `${folder.slice(1)}/`,
    region,
    accessKeyId: env.AWS_ACCESS_KEY_ID ?? '',
    secretAccessKey: env.AWS_SECRET_ACCESS_KEY ?? '',
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  };
}

/** The ids of outside services, each in the form that its service gives it. */
function parseVendors(env: Environment, problems: string[]): Vendors {
  const id = (name: string, form: RegExp, example: string): string | null => {
    const value = env[name]?.trim() ?? '';
    if (value !== '' && !form.test(value)) problems.push(`${name} must look like ${example}`);
    return value || null;
  };
  const key = id('POSTHOG_KEY', /^phc_\w{8,80}$/, 'phc_… (the key of a project)');
  const host = env.POSTHOG_HOST?.trim() || 'https://us.i.posthog.com';
  const { origin, protocol, pathname, search } = URL.parse(host) ?? {};
  if (!/^https?:$/.test(protocol ?? '') || pathname !== '/' || search !== '')
    problems.push('POSTHOG_HOST must be an address such as https://eu.i.posthog.com, without a path');
  return {
    posthog: key === null ? null : { key, host: origin ?? host },
    metaPixelId: id('META_PIXEL_ID', /^\d{5,20}$/, '123456789012345'),
    gtmId: id('GTM_ID', /^GTM-[A-Z0-9]{4,12}$/, 'GTM-ABC1234'),
    pinterestTagId: id('PINTEREST_TAG_ID', /^\d{5,20}$/, '2612345678901'),
  };
}

/** An address, a CIDR, or a name that `proxy-addr` knows. */
function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}

/** The settings of this process, from its environment. */
export const readSettings = (): Settings => parseSettings(process.env);
