import { isIP } from 'node:net';
import type { Vendors } from './shared/trackers.ts';

export type Environment = Record<string, string | undefined>;

/** One address; the operator's own may lie on a host without a dot. */
const oneAddress = /^[^\s@,;:<>"()]+@[^\s@,;:<>"()]+$/;
const named = /^"?([^"<>]*?)"?\s*<([^<>]*)>$/;

export function settingReader(env: Environment, problems: string[]) {
  const mailAddress = (name: string, value: string): string => {
    if (value !== '' && !oneAddress.test(value)) problems.push(`${name} must be one plain e-mail address`);
    return value;
  };
  return {
    mailAddress,
    required(name: string): string {
      const value = env[name]?.trim() ?? '';
      if (value === '') problems.push(`${name} is missing`);
      return value;
    },
    list: (name: string): string[] =>
      (env[name] ?? '')
        .split(',')
        .map((item) => item.trim())
        .filter((item) => item !== ''),
    url(name: string, value: string, protocols: string[]): string {
      const parsed = URL.parse(value);
      if (value !== '' && !(parsed && protocols.includes(parsed.protocol)))
        problems.push(`${name} must be a URL that starts with ${protocols.join(' or ')}`);
      return value;
    },
    sender(name: string, value: string): { name: string; address: string } {
      const [, label, address] = named.exec(value) ?? [];
      return { name: label || 'PCB Beach Rentals', address: mailAddress(name, address ?? value) };
    },
    text(name: string, value: string, minLength: number): string {
      if (value !== '' && value.length < minLength)
        problems.push(`${name} must have at least ${minLength} characters`);
      return value;
    },
    choice(name: string, value: string, choices: string[]): string {
      if (!choices.includes(value)) problems.push(`${name} must be one of ${choices.join(', ')}`);
      return value;
    },
    seconds(name: string, max: number): number {
      const seconds = Number(env[name] || 0);
      if (!(seconds >= 0 && seconds <= max)) problems.push(`${name} must be a number from 0 to ${max}`);
      return seconds;
    },
    count(name: string, min: number, max: number): number | null {
      if (!env[name]) return null;
      const value = Number(env[name]);
      if (Number.isInteger(value) && value >= min && value <= max) return value;
      problems.push(`${name} must be a number from ${min} to ${max}`);
      return null;
    },
    port(name: string, fallback: number, portsAbove: number): number | null {
      const port = Number(env[name] || fallback);
      const highest = 65_535 - portsAbove;
      if (Number.isInteger(port) && port >= 1 && port <= highest) return port;
      const reason = portsAbove > 0 ? `; the stand-ins take the next ${portsAbove}` : '';
      problems.push(`${name} must be a number from 1 to ${highest}${reason}`);
      return null;
    },
  };
}

export function parseNameServer(env: Environment, problems: string[]): string | null {
  const value = env.DNS_SERVER?.trim() ?? '';
  if (value === '') return null;
  const [, host = '', port = ''] = /^(?:\[([^\]]+)\]|([^:]+)):(\d{1,5})$/.exec(value)?.filter(Boolean) ?? [];
  if (isIP(host) === 0 || Number(port) < 1 || Number(port) > 65_535)
    problems.push('DNS_SERVER must be an address and a port, such as 192.0.2.53:53');
  return value;
}

export interface S3Settings {
  bucketUrl: string;
  /** The prefix of every key: empty, or folders with a slash at the end. */
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
  sessionToken: string | undefined;
}

export interface ReplySettings {
  /** `imaps://user:password@host/INBOX`. */
  imapUrl: string;
  /** The address without the plus and what follows it. */
  address: string;
}

export function parseReplies(env: Environment, problems: string[]): ReplySettings | null {
  const imapUrl = env.IMAP_URL?.trim() ?? '';
  const address = env.REPLY_ADDRESS?.trim() ?? '';
  if (imapUrl === '') return null;
  const parsed = URL.parse(imapUrl);
  if (!parsed || !/^imaps?:$/.test(parsed.protocol) || parsed.hostname === '' || parsed.username === '')
    problems.push('IMAP_URL must look like imaps://user:password@host or imaps://user:password@host/Folder');
  if (!oneAddress.test(address) || address.includes('+'))
    problems.push(
      'REPLY_ADDRESS must be one plain e-mail address without a plus, and is needed with IMAP_URL',
    );
  return { imapUrl, address };
}

/** Plain HTTP and cookies without `Secure` are enough at these. */
export const localHosts = ['localhost', '127.0.0.1', '[::1]'];

export function parseAppUrl(value: string, production: boolean, problems: string[]): string {
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

/** sd_listen_fds(3): descriptors start at 3. */
export const passedSocket = ({ LISTEN_FDS, LISTEN_PID }: Environment): number | null =>
  LISTEN_FDS === '1' && LISTEN_PID === String(process.pid) ? 3 : null;

const bucketAddress = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]*)*)\/?$/;

/**
 * Parses `s3://bucket/folder?region=…&endpoint=…`; the rest comes from the usual AWS variables.
 * @param name the setting that holds it
 * @param keyPrefix what the names of its keys begin with
 */
export function parseBucket(
  name: string,
  value: string,
  env: Environment,
  problems: string[],
  keyPrefix = '',
): S3Settings {
  const [address = '', query = ''] = value.split('?');
  const options = new URLSearchParams(query);
  const [, bucket = '', folder = ''] = bucketAddress.exec(address) ?? [];
  if (bucket === '') problems.push(`${name} must look like s3://bucket or s3://bucket/folder`);
  const unknown = [...options.keys()].filter((option) => option !== 'region' && option !== 'endpoint');
  if (unknown.length > 0) problems.push(`${name} knows region and endpoint, not ${unknown.join(', ')}`);
  const region = options.get('region') || env.AWS_REGION || env.AWS_DEFAULT_REGION || 'us-east-1';
  const endpointUrl = options.get('endpoint') || env.AWS_ENDPOINT_URL_S3 || env.AWS_ENDPOINT_URL;
  const endpoint = endpointUrl && URL.parse(endpointUrl);
  if (
    endpointUrl &&
    (!endpoint || !/^https?:$/.test(endpoint.protocol) || endpoint.search || endpoint.username)
  )
    problems.push(`The endpoint of ${name} must be a URL that starts with https: or http:`);
  const [idName, secretName] = [`${keyPrefix}AWS_ACCESS_KEY_ID`, `${keyPrefix}AWS_SECRET_ACCESS_KEY`];
  for (const key of [idName, secretName])
    if (!env[key]) problems.push(`${key} is missing, and ${name} names a bucket`);
  return {
    bucketUrl: endpointUrl
      ? `${endpointUrl.replace(/\/+$/, '')}/${bucket}`
      : `https://${bucket}.s3.${region}.amazonaws.com`,
    prefix: folder === '' ? '' : `${folder.slice(1)}/`,
    region,
    accessKeyId: env[idName] ?? '',
    secretAccessKey: env[secretName] ?? '',
    sessionToken: env.AWS_SESSION_TOKEN || undefined,
  };
}

/** The place that backups are written to. */
export interface BackupPlaceSettings {
  /** `file:/folder`, or the `s3:` URL that `s3` was parsed from. */
  url: string;
  s3: S3Settings | null;
}

export interface BackupSettings extends BackupPlaceSettings {
  /** 32 bytes; `null`: backups are not encrypted. */
  key: Buffer | null;
}

/** Parses `BACKUP_URL` and `BACKUP_KEY`; `null`: there are no automatic backups. */
export function parseBackup(env: Environment, problems: string[]): BackupSettings | null {
  const url = env.BACKUP_URL?.trim() ?? '';
  const keyText = env.BACKUP_KEY?.trim() ?? '';
  const key = parseBackupKey(keyText, problems);
  if (url === '') return null;
  const place = parseBackupPlace(url, env, problems);
  if (place.s3 && keyText === '')
    problems.push(
      'BACKUP_KEY is missing, and BACKUP_URL names a bucket: npm run backup -- --new-key prints one',
    );
  return { ...place, key };
}

export function parseBackupKey(text: string, problems: string[]): Buffer | null {
  if (text === '') return null;
  const key = Buffer.from(text, 'base64url');
  if (/^[A-Za-z0-9_-]{43}=?$/.test(text) && key.length === 32) return key;
  problems.push('BACKUP_KEY must be 32 bytes in base64url: npm run backup -- --new-key prints one');
  return null;
}

/** A bucket of another company has keys of its own, which then take the place of the AWS variables. */
export function parseBackupPlace(url: string, env: Environment, problems: string[]): BackupPlaceSettings {
  if (url.startsWith('s3:')) {
    const { BACKUP_AWS_ACCESS_KEY_ID, BACKUP_AWS_SECRET_ACCESS_KEY } = env;
    const own = { BACKUP_AWS_ACCESS_KEY_ID, BACKUP_AWS_SECRET_ACCESS_KEY };
    const hasOwn = BACKUP_AWS_ACCESS_KEY_ID || BACKUP_AWS_SECRET_ACCESS_KEY;
    const s3 = hasOwn
      ? parseBucket('BACKUP_URL', url, own, problems, 'BACKUP_')
      : parseBucket('BACKUP_URL', url, env, problems);
    return { url, s3 };
  }
  if (!/^file:(?:\/\/)?\/[^/]/.test(url))
    problems.push('BACKUP_URL must start with file: and name a folder, or with s3: and name a bucket');
  return { url, s3: null };
}

export function parseVendors(env: Environment, problems: string[]): Vendors {
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

export function isNetwork(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128));
}
