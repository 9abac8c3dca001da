// What belongs to which ring: `npm test` runs the first, `npm run test:all` both. docs/testing.md says why there are two.
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';

const root = path.join(import.meta.dirname, '..');

/** The kinds of checks of the first ring. */
export const kinds = ['static', 'unit', 'browser'] as const;
export type Kind = (typeof kinds)[number];

/** Files that only the second ring runs, by Vitest. */
interface FilePart {
  reason: string;
  files: string[];
}

export const fileParts: Record<string, FilePart> = {
  crashes: {
    reason: 'Processes are killed, stopped and started again: each test waits for real ones.',
    files: [
      'scripts/backup.test.ts',
      'scripts/booking-crashes.test.ts',
      'scripts/database-restart.test.ts',
      'scripts/json-report.test.ts',
      'scripts/parents.test.ts',
      'scripts/postgres.test.ts',
      'scripts/restore-payments.test.ts',
      'scripts/run-part.test.ts',
      'scripts/start.test.ts',
      'scripts/supervise.test.ts',
      'scripts/supervisor.test.ts',
      'scripts/withhold-mail.test.ts',
      'src/features/bookings/documents/drawer-killed.test.ts',
      'src/features/media/uploads/encoder-killed.test.ts',
      'src/features/scheduled-messages/killed-process.test.ts',
      'src/platform/images/child-worker.test.ts',
    ],
  },
  outages: {
    reason:
      'A database, a bucket or a provider is away or hangs for as long as our timeouts and leases last.',
    files: [
      'src/features/bookings/payments/error-after-effect.test.ts',
      'src/features/bookings/payments/restored-books.test.ts',
      'src/features/bookings/payments/slow-provider.test.ts',
      'src/features/media/processing/two-databases.test.ts',
      'src/features/media/uploads/storage-outage.test.ts',
      'src/features/shop/payments/missed-events.test.ts',
      'src/features/shop/payments/stripe-outages.test.ts',
      'test/locked-tables.test.ts',
      'src/platform/queue/leases.test.ts',
    ],
  },
  sweeps: {
    reason: 'Every call is sent ids and codes of what does not exist, through the whole site.',
    files: ['test/missing-things.test.ts'],
  },
  scale: {
    reason: 'The plans of statements are read on databases of ten and a hundred thousand rows.',
    files: ['src/features/reviews/reviews-at-scale.test.ts', 'test/scale/**/*.test.ts'],
  },
  'stand-ins': {
    reason: 'The stand-ins are no part of the site; what its tests need of them, those tests prove.',
    files: ['sandbox/**/*.test.ts'],
  },
};

/** Run by programs of their own, or in another way. */
const otherParts = {
  waits:
    'Single tests with the tag `waits` (`vitest.config.ts`) wait for real time; those beside them in a file do not.',
  histories:
    'The properties and random histories again, with their full numbers of runs and seeds of the day.',
  browser: 'The browser tests that are no journey of the first ring.',
  postgres15: 'What depends on the database once more, on the oldest version that DATABASE_URL may name.',
  rehearse: 'Production on one machine.',
};

export const partNames = [...Object.keys(fileParts), ...Object.keys(otherParts)];

/** What Vitest is given in the first ring. */
export const firstRingOptions: string[] = [
  ...Object.values(fileParts).flatMap(({ files }) => files.map((pattern) => `--exclude=${pattern}`)),
  '--tags-filter=!waits',
];

const list = (patterns: string[]): string[] => globSync(patterns, { cwd: root }).sort();

export const listPartFiles = (name: string): string[] => list(fileParts[name]?.files ?? []);

const listTests = (pattern: RegExp): string[] =>
  list(['{src,test,sandbox,scripts,rehearsal}/**/*.test.{ts,tsx}']).filter((file) =>
    pattern.test(readFileSync(path.join(root, file), 'utf8')),
  );

/** Tests whose number of runs the second ring raises. */
export const listRandomTests = (): string[] => listTests(/from 'fast-check'/);

export const listWaitingTests = (): string[] => listTests(/tags: \['waits'\]/);

/** Sources that need the database server; tests that import none of them give the same answer on any version. */
export const listServerFiles = (): string[] =>
  list(['{src,test}/**/*.ts']).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes("inject('serverUrl')"),
  );

/** Journeys of the first ring lie in `e2e`, all others in `e2e/more`. */
export const listSpecs = (ring: 1 | 2): string[] =>
  list([ring === 1 ? 'e2e/*.spec.ts' : 'e2e/more/*.spec.ts']);
