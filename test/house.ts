/* The house as data: who may stand on whom, what may lie where, and each exception with its reason. */

/** The features in their order; a feature may use only those above it. */
export const features = [
  'accounts',
  'analytics',
  'media',
  'listings',
  'shop',
  'bookings',
  'inquiries',
  'blog',
  'site',
  'admin',
] as const;

/** What each layer below the root files may use beside itself; a feature also uses the features above it. */
export const layers: Record<string, string[]> = {
  shared: [],
  ui: ['shared'],
  db: ['shared'],
  platform: ['shared', 'db'],
  feature: ['shared', 'ui', 'db', 'platform'],
};

/** Every folder that may exist below `src`; `*` is any feature. */
export const folders = [
  ...['shared', 'shared/schemas', 'shared/forms'],
  ...['db', 'db/migrations', 'db/seed', 'db/seed/scenes'],
  ...['platform', 'ui', 'features'],
  ...['features/*', 'features/*/emails', 'features/*/pages', 'features/*/ui'],
];

/** Names that say nothing about what lies inside. */
export const emptyNames = ['utils', 'helpers', 'common', 'misc', 'lib', 'services'];

/** Root files that stand above every layer and yet are used below, with the reason. */
export const sharedRootFiles: Record<string, string> = {
  'src/env.server.ts': 'the type of the settings travels everywhere with the context',
  'src/page-context.ts':
    'pages and the rendering entry must hold the same key object; it needs React Router, so it cannot lie in shared',
};

/** Files without `.server` in their name that run only on the server, and why they keep the plain name. */
export const serverEntries: Record<string, string> = {
  'src/server.ts': 'starts the process',
  'src/api.ts': 'the map of the API, called by its plain name in the house',
};

/** Files beside the settings that read an environment, with the reason. */
export const environmentElsewhere: Record<string, string> = {
  'src/entry.client.tsx': 'the mode of the build is written into the page when it is built',
  'src/ui/link.tsx': 'asks the bundler whether it builds for the server; no setting',
  'src/ui/page-scripts.tsx': 'asks the bundler whether it builds for the server; no setting',
};

/** Files outside a store that speak SQL, with the reason. */
export const sqlOutsideStores: Record<string, string> = {
  'src/platform/content-cache.server.ts': 'listens for the notifications of content changes',
  'src/platform/copy-rows.server.ts': 'speaks the protocol of COPY; what is copied, a store says',
  'src/platform/limits.server.ts': 'the counters of limits belong to the platform and to no feature',
  'src/platform/leases.server.ts': 'frees jobs of the queue whose process died',
  'src/platform/mail.server.ts':
    'adds a mail to the queue inside the caller’s transaction, and drops those of a person',
  'src/platform/queue.server.ts': 'adds jobs to the queue, and says which failed for good',
};

/** Modules whose import does more than declare, with the reason. */
export const startingModules: Record<string, string> = {
  'src/server.ts': 'the one file whose import starts the process',
  'src/entry.client.tsx': 'the one file whose import starts the page in the browser',
  'src/platform/picture-encoder.server.ts':
    'the program of a process of its own; it is forked, never imported',
  'src/platform/share-drawer.server.ts': 'the program of a process of its own; it is forked, never imported',
  'src/db/client.server.ts': 'sets how values are read from the database, before any connection exists',
};

/** Files whose methods must bear the names that a library calls, with the reason. */
export const namedByLibraries: Record<string, string> = {
  'src/entry.server.tsx': 'React Router calls the entry’s handleError',
  'src/platform/copy-rows.server.ts': 'pg hands the messages of the protocol to methods called handle…',
  'scripts/copy.ts': 'pg hands the messages of the protocol to methods called handle…',
};

/** The most lines a file may have. */
export const caps = { code: 300, test: 400 };

/** Data, which may be as long as it is. */
export const uncapped = ['src/shared/schemas/', 'src/db/types.ts', 'src/db/seed/content'];

/** Lowest versions that carry security fixes we need. */
export const lowestVersions: Record<string, string> = {
  hono: '4.13.19',
  nodemailer: '10.4.1',
  sharp: '0.35.5',
  'sanitize-html': '2.17.6',
};
