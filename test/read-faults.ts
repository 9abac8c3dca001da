import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { laterFiles } from '../scripts/test-parts.ts';

/** A careless change as a patch: `test/planted-faults/GROUP/NAME.patch`. */
export interface Fault {
  /** `GROUP/NAME` */
  name: string;
  group: string;
  /** The effect of the careless change. */
  sentence: string;
  /** The commit that mended it, where the site once had it. */
  fixedBy: string | undefined;
  /** Test files that are to catch it. */
  caughtBy: string[];
  /** Source files that it changes. */
  files: string[];
  /** Absolute path of the patch. */
  patch: string;
  diff: string;
}

const folder = path.join(import.meta.dirname, 'planted-faults');

/** Whether `npm test` runs a test file, by its relative path. */
export const isFirstRing = (file: string): boolean =>
  !laterFiles.some(({ files }) => files.some((pattern) => path.matchesGlob(file, pattern)));

/** Reads all planted faults, by their names. */
export function readFaults(): Fault[] {
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .flatMap(({ name: group }) =>
      readdirSync(path.join(folder, group)).map((file) => readFault(group, path.join(folder, group, file))),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
}

function readFault(group: string, patch: string): Fault {
  const text = readFileSync(patch, 'utf8');
  const start = text.search(/^diff --git /m);
  const head = start === -1 ? text : text.slice(0, start);
  const diff = start === -1 ? '' : text.slice(start);
  return {
    name: `${group}/${path.basename(patch, '.patch')}`,
    group,
    sentence: head.split('\n')[0] ?? '',
    fixedBy: /^Fixed-by: (.+)$/m.exec(head)?.[1],
    caughtBy: [...head.matchAll(/^Caught-by: (.+)$/gm)].map(([, file = '']) => file),
    files: [...diff.matchAll(/^\+\+\+ b\/(.+)$/gm)].map(([, file = '']) => file),
    patch,
    diff,
  };
}
