import { watch } from 'node:fs';
import path from 'node:path';
// @ts-expect-error plain JavaScript, shared with the start on any Node.js
import { build } from './prepare.mjs';

const quietMs = 200;

/**
 * Rebuilds the site whenever a source changes, then calls `onBuilt`. A change that does not build is reported, and the
 * last good site stays up.
 */
export function watchSources(root: string, onBuilt: () => Promise<void>): void {
  let timer: NodeJS.Timeout | undefined;
  let work: Promise<void> = Promise.resolve();
  const rebuild = async () => {
    try {
      await build({ mode: 'watch' });
      await onBuilt();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  };
  for (const folder of ['src', 'public']) {
    watch(path.join(root, folder), { recursive: true }, () => {
      clearTimeout(timer);
      timer = setTimeout(() => {
        work = work.then(rebuild);
      }, quietMs);
    });
  }
}
