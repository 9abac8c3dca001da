import type { S3Server } from '../sandbox/s3/server.ts';
import { parseSettings } from '../src/env.server.ts';
import { createStorage, type Storage } from '../src/platform/storage.server.ts';

/** The environment of a site that keeps its files in a stand-in bucket. */
export const bucketEnv = ({ url, keys }: S3Server): Record<string, string> => ({
  STORAGE_URL: `s3://beach-files/site?endpoint=${encodeURIComponent(url)}&region=${keys.region}`,
  AWS_ACCESS_KEY_ID: keys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
});

const otherSettings = {
  DATABASE_URL: 'postgres://site@localhost/pcb',
  SESSION_SECRET: 'a-secret-for-tests-only-0123456789abcdef',
  SMTP_URL: 'smtp://localhost:3002',
  MAIL_FROM: 'stay@pcbbeachrentals.example',
  HOSTS_EMAIL: 'hosts@pcbbeachrentals.example',
  STRIPE_SECRET_KEY: 'sk_test_stand_in',
  STRIPE_WEBHOOK_SECRET: 'whsec_stand_in',
  GOOGLE_CLIENT_ID: 'stand-in-client',
  GOOGLE_CLIENT_SECRET: 'stand-in-secret',
};

/** Storage as a site with these settings has it. */
export function storageWith(env: Record<string, string>): Storage {
  const { storageUrl, s3 } = parseSettings({ ...otherSettings, ...env });
  return createStorage(storageUrl, s3);
}
