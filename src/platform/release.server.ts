import { readFileSync } from 'node:fs';

/** The running release. */
export interface Release {
  version: string;
  /** Empty where it is not known. */
  commit: string;
  startedAt: Date;
}

/** Reads the version of the package, and the commit that the build recorded. */
export function readRelease(startedAt: Date): Release {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return { version, commit: builtCommit(), startedAt };
}

function builtCommit(): string {
  try {
    return JSON.parse(readFileSync(new URL('../../build/release.json', import.meta.url), 'utf8')).commit;
  } catch {
    return '';
  }
}
