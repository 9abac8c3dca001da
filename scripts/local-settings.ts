import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { replaceFile } from './replace-file.ts';

export interface LocalSettings {
  /** Values for the settings that the environment leaves open. */
  env: Record<string, string>;
  /** The services whose keys are absent and for which a stand-in is started. */
  standIns: ('mail' | 'stripe' | 'google')[];
}

/** Settings for one machine without keys: every service whose key is absent points to its stand-in. */
export function localSettings(
  configured: Record<string, string | undefined>,
  port: number,
  dataDir: string,
): LocalSettings {
  const standIns: LocalSettings['standIns'] = [];
  const env: Record<string, string> = {};
  const base = `http://localhost:${port + 1}`;
  const secret = () => randomBytes(24).toString('base64url');
  const secrets = loadOrCreate(path.join(dataDir, 'secrets.json'), () => ({
    SESSION_SECRET: randomBytes(48).toString('base64url'),
    STRIPE_SECRET_KEY: `sk_test_${secret()}`,
    STRIPE_WEBHOOK_SECRET: `whsec_${secret()}`,
    GOOGLE_CLIENT_SECRET: secret(),
  }));

  if (!configured.SMTP_URL) {
    standIns.push('mail');
    env.SMTP_URL = `smtp://localhost:${port + 2}`;
  }
  if (!configured.STRIPE_SECRET_KEY) {
    standIns.push('stripe');
    env.STRIPE_API_URL = base;
    env.STRIPE_SECRET_KEY = secrets.STRIPE_SECRET_KEY;
    env.STRIPE_WEBHOOK_SECRET = secrets.STRIPE_WEBHOOK_SECRET;
  }
  if (!configured.GOOGLE_CLIENT_ID) {
    standIns.push('google');
    env.GOOGLE_ISSUER = `${base}/google`;
    env.GOOGLE_CLIENT_ID = 'pcb-beach-rentals';
    env.GOOGLE_CLIENT_SECRET = secrets.GOOGLE_CLIENT_SECRET;
  }
  const others = {
    SESSION_SECRET: secrets.SESSION_SECRET,
    ADMIN_EMAILS: 'host@example.com',
    MAIL_FROM: 'stay@pcbbeachrentals.example',
    HOSTS_EMAIL: 'hosts@pcbbeachrentals.example',
    APP_URL: `http://localhost:${port}`,
  };
  for (const [name, value] of Object.entries(others)) if (!configured[name]) env[name] = value;
  if (standIns.length > 0 && !configured.DNS_SERVER) env.DNS_SERVER = `127.0.0.1:${port + 1}`;
  return { env, standIns };
}

/** Creates the secrets once, so that a second start knows the first one's codes and links. */
function loadOrCreate<T>(file: string, make: () => T): T {
  if (!existsSync(file)) replaceFile(file, JSON.stringify(make(), null, 2));
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as T;
  } catch {
    throw new Error(
      `${file} cannot be read: put it back from a copy, or delete it, which ends open codes and links that leave a list.`,
    );
  }
}
