import type { S3Server } from '../sandbox/s3/server.ts';
import { parseSettings } from '../src/env.server.ts';
import { createStorage, type Storage } from '../src/platform/storage/create-storage.server.ts';
import { requiredEnv } from './settings.ts';

/** The environment of a site whose files are in a stand-in bucket. */
export const bucketEnv = ({ url, keys }: S3Server): Record<string, string> => ({
  STORAGE_URL: `s3://beach-files/site?endpoint=${encodeURIComponent(url)}&region=${keys.region}`,
  AWS_ACCESS_KEY_ID: keys.accessKeyId,
  AWS_SECRET_ACCESS_KEY: keys.secretAccessKey,
});

/** Storage as a site with these settings has it. */
export function storageWith(env: Record<string, string>): Storage {
  const { storageUrl, s3 } = parseSettings({ ...requiredEnv, ...env });
  return createStorage(storageUrl, s3);
}
