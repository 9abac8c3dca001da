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
    reason:
      'Every call, limit, address or table is tried with every value, through the whole site or the database.',
    files: [
      'src/db/table-schemas.test.ts',
      'src/features/admin/edit/path-variants.test.ts',
      'src/features/agents/limits.test.ts',
      'src/features/bookings/table-limits.test.ts',
      'test/limits-by-hour.test.ts',
      'test/missing-things.test.ts',
    ],
  },
  'rare-orders': {
    reason:
      'Payments, moves, refunds and decisions cross in rare orders; the first ring tests each on its own, and the rules in memory.',
    files: [
      'src/features/bookings/rollback.test.ts',
      'src/features/bookings/cancellation/{cancelled-extras,paid-elsewhere}.test.ts',
      'src/features/bookings/moving/{crosswise-moves,move-nearer,moved-extras}.test.ts',
      'src/features/bookings/payments/{delayed-payments,disputes-around-ends,failed-refunds,faulty-object,load-settled}.test.ts',
      'src/features/bookings/payments/{provider-down,rare-orders,refunds-again,rejected-calls,settle-edges}.test.ts',
      'src/features/channels/import/urgent-reading.test.ts',
      'src/features/hosting/{bookings/decision-races,conflicts/conflict-choices}.test.ts',
      'src/features/hosting/offers/{offer-holds,repeated-offer,second-guest}.test.ts',
      'src/features/payments/old-backup.test.ts',
      'src/features/shop/payments/restored-shop.test.ts',
    ],
  },
  encoding: {
    reason: 'Pictures, videos, PDFs and mails are drawn, encoded or parsed: seconds of processor time each.',
    files: [
      'src/features/bookings/documents/{receipt,receipt-limits}.test.ts',
      'src/features/inbox/replies/{hostile-mails,read-replies}.test.ts',
      'src/features/inquiries/inquiry/mail.test.ts',
      'src/features/insights/reports/tax-report-pdf.test.ts',
      'src/features/media/processing/process-image.test.ts',
      'src/features/site/seo/og-images.test.ts',
      'src/platform/images/encode-image.test.ts',
      'src/platform/storage/storage.test.ts',
      'src/platform/uploads/strip-video-metadata.test.ts',
    ],
  },
  databases: {
    reason:
      'Whole databases are migrated, seeded, exported, backed up, indexed, or used by all connections at once.',
    files: [
      'scripts/dump-schema.test.ts',
      'src/db/migrate.test.ts',
      'src/features/admin/export/export.test.ts',
      'src/features/admin/schema/ensure-indexes.test.ts',
      'src/features/backups/backups.test.ts',
      'src/platform/queue/job-queue.test.ts',
      'src/seed/seed.test.ts',
      'test/pool-size.test.ts',
    ],
  },
  scale: {
    reason: 'The plans of statements are read on databases of ten and a hundred thousand rows.',
    files: [
      'src/features/{hosting/today,scheduled-messages}/many-stays.test.ts',
      'src/features/bookings/calendar/many-homes.test.ts',
      'src/features/reviews/reviews-at-scale.test.ts',
      'test/scale/**/*.test.ts',
    ],
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
  postgres15:
    'What depends on the version of the database once more, on the oldest that DATABASE_URL may name.',
  rehearse: 'Production on one machine.',
};

/** The groups of claims of the rehearsal (`rehearsal/main.ts`). */
export const rehearsalGroups = {
  /** They measure waits under load, so nothing else runs then. */
  alone: ['installed', 'front', 'exporting', 'crash', 'deploying'],
  /** They mostly wait, for a container's packages and for a standby. */
  besideOthers: ['image', 'pooler', 'folders', 'roles', 'failover'],
};

export const partNames = [...Object.keys(fileParts), ...Object.keys(otherParts)];

/** The part `histories` alone runs these, with their full numbers of runs. */
export const longHistories: FilePart = {
  reason: 'Random histories on a database take seconds even with a few runs.',
  files: [
    'src/features/agents/totals.property.test.ts',
    'src/features/bookings/{,moving/}random-sequences.test.ts',
    'src/features/channels/echo-histories.test.ts',
    'src/features/insights/reports/random-ledgers.test.ts',
  ],
};

/** Everything that the first ring leaves to the second. */
export const laterFiles: FilePart[] = [...Object.values(fileParts), longHistories];

/** What Vitest is given to leave out files, and tests that wait. */
const without = (parts: FilePart[]): string[] => [
  ...parts.flatMap(({ files }) => files.map((pattern) => `--exclude=${pattern}`)),
  '--tags-filter=!waits',
];

/** What Vitest is given in the first ring. */
export const firstRingOptions: string[] = without(laterFiles);

/**
 * Tests on a database that give the same result on any version of the server: others send the same statements. What
 * depends on the version is whether a statement, a migration or a catalog query runs there, and what a plain one returns.
 */
export const sameOnAnyServer: FilePart[] = [
  {
    reason: 'Random values and long histories send the statements of the tests beside them, more often.',
    files: [
      'src/**/*.property.test.ts',
      'src/**/random-*.test.ts',
      'src/features/channels/echo-{histories,situations}.test.ts',
      'src/seed/six-months.test.ts',
    ],
  },
  {
    reason: 'A request is rejected by our own code, before any statement but those that read the viewer.',
    files: [
      'src/**/*-{rejections,threats}.test.ts',
      'src/features/admin/edit/authorization.test.ts',
      'src/features/admin/list/query-{injection,messages}.test.ts',
      'src/features/agents/{deep-messages,threats}.test.ts',
      'src/features/auth/auth-limits.test.ts',
      'src/features/bookings/checkout/request-limits.test.ts',
      'src/features/tables/content-safety.test.ts',
      'test/{admin-guards,api,closed-site,hidden-examples}.test.ts',
    ],
  },
  {
    reason:
      'The card provider answers late, wrongly or in another order; its statements are those of an ordinary payment.',
    files: [
      'src/features/bookings/payments/{crash-points,min-charge,missed-events}.test.ts',
      'src/features/shop/payments/{error-after-effect,faulty-object}.test.ts',
    ],
  },
  {
    reason: 'Our own code decides by rows that the ordinary tests of the same folder write and read, too.',
    files: [
      'src/features/auth/{email-code/older-codes,google/no-client}.test.ts',
      'src/features/bookings/checkout/{calls,later-charges,nothing-to-pay,older-holds,repeated-holds}.test.ts',
      'src/features/bookings/{clock-change,emails/current-access,pricing/tax-bases,quotes/quoted-extras}.test.ts',
      'src/features/bookings/messages/{message-edges,quoted-replies}.test.ts',
      'src/features/bookings/moving/move-edges.test.ts',
      'src/features/bookings/trips/access.test.ts',
      'src/features/channels/{first-readings,import/freshness,import/shared-uid}.test.ts',
      'src/features/hosting/{closed-sales,inbox/threads-edges,rates/describe-changes}.test.ts',
      'src/features/hosting/bookings/{access-code,approve-promotion}.test.ts',
      'src/features/hosting/offers/offer-terms.test.ts',
      'src/features/hosting/phone/{guest-without-email,phone-edges}.test.ts',
      'src/features/inbox/threads/clock.test.ts',
      'src/features/inquiries/{inquiry/inquiry-edges,waitlist/waitlist-edges}.test.ts',
      'src/features/insights/reports/cancelled-taxes.test.ts',
      'src/features/launch/{closing,homes}.test.ts',
      'src/features/reviews/{begun-stays,production-reviews}.test.ts',
      'src/features/scheduled-messages/access-on-delivery.test.ts',
    ],
  },
  {
    reason:
      'The subject is a calendar, a file, an image, a page or a response that the database only stores.',
    files: [
      'src/features/agents/serve-mcp.test.ts',
      'src/features/admin/import/spreadsheet-files.test.ts',
      'src/features/blog/reading/render-post-html.test.ts',
      'src/features/bookings/{documents/receipt-money,pages/trip}.test.ts',
      'src/features/channels/import/{clocks,feed-shapes,partly-readable}.test.ts',
      'src/features/media/processing/strip-videos.test.ts',
      'src/features/media/uploads/{full-disk,upload-outcome}.test.ts',
      'src/features/payments/webhook-body.test.ts',
      'src/features/{reviews/pages/review,turnovers/pages/cleaning}.test.ts',
      'src/features/site/{browser-reports/*,pages/*,seo/redirects}.test.ts',
      'src/features/site/layout/nav-links.test.tsx',
      'src/platform/http/{body,error-responses,network-limit,security-headers,untrusted-proxy}.test.ts',
      'src/platform/{cache/page-privacy,observability/*,openapi/*,uploads/*,render-page}.test.ts',
      'src/shared/trackers.test.ts',
      'test/{agents-over-http,api-matches-openapi,mailed-links,root}.test.ts',
    ],
  },
];

/** What the oldest version of the server does not run: it runs the first ring, and what makes whole databases. */
export const notOnOldestServer: FilePart[] = [
  ...laterFiles.filter((part) => part !== fileParts.databases),
  ...sameOnAnyServer,
];

/** What Vitest is given on the oldest version of the server. */
export const oldestServerOptions: string[] = without(notOnOldestServer);

const list = (patterns: string[]): string[] => globSync(patterns, { cwd: root }).sort();

export const listPartFiles = (name: string): string[] => list(fileParts[name]?.files ?? []);

/** The part of the second ring that lists this file. */
export const partOf = (file: string): string | undefined =>
  Object.keys(fileParts).find((name) => listPartFiles(name).includes(file));

const listTests = (pattern: RegExp): string[] =>
  list(['{src,test,sandbox,scripts,rehearsal}/**/*.test.{ts,tsx}']).filter((file) =>
    pattern.test(readFileSync(path.join(root, file), 'utf8')),
  );

/** Tests whose number of runs the second ring raises. */
export const listRandomTests = (): string[] => listTests(/from 'fast-check'/);

export const listWaitingTests = (): string[] => listTests(/tags: \['waits'\]/);

/** Sources that need the database server; tests that import none of them give the same result on any version. */
export const listServerFiles = (): string[] =>
  list(['{src,test}/**/*.ts']).filter((file) =>
    readFileSync(path.join(root, file), 'utf8').includes("inject('serverUrl')"),
  );

/** Journeys of the first ring lie in `e2e`, all others in `e2e/more`. */
export const listSpecs = (ring: 1 | 2): string[] =>
  list([ring === 1 ? 'e2e/*.spec.ts' : 'e2e/more/*.spec.ts']);
