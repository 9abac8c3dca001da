/* The house as data: who may stand on whom, what may lie where, and each exception with its reason. */

/** The features in their order; a feature may use only those above it. */
export const features = [
  'auth',
  'opening',
  'tables',
  'analytics',
  'media',
  'admin',
  'listings',
  'inbox',
  'payments',
  'shop',
  'channels',
  'bookings',
  'guide',
  'reviews',
  'scheduled-messages',
  'turnovers',
  'insights',
  'agents',
  'inquiries',
  'blog',
  'site',
  'backups',
  'launch',
  'hosting',
  'account',
] as const;

/** Features that a later one may not use all the same: what both need lies in `payments`, where each is a subject of its own. */
export const strangers: Partial<Record<string, string[]>> = { bookings: ['shop'] };

/** What each layer below the root files may use beside itself; a feature also uses the features above it. */
export const layers: Record<string, string[]> = {
  shared: [],
  ui: ['shared'],
  db: ['shared'],
  platform: ['shared', 'db'],
  seed: ['shared', 'db', 'platform'],
  feature: ['shared', 'ui', 'db', 'platform'],
};

/** The capabilities into which larger features are divided; each holds its server code, its UI and its tests. */
const capabilities: Partial<Record<(typeof features)[number], string[]>> = {
  auth: ['login', 'session', 'email-code', 'google', 'passkeys'],
  analytics: ['consent', 'trackers', 'visits'],
  media: ['uploads', 'processing', 'library', 'serve'],
  shop: ['products', 'purchases', 'checkout', 'payments'],
  // The order counts, see `orderedRooms`: what is sold, the record, mails, money, verbs, calls and screens.
  bookings: [
    'pricing',
    'calendar',
    'quotes',
    'record',
    'emails',
    'changes',
    'documents',
    'payments',
    'balance',
    'cancellation',
    'checkout',
    'messages',
    'arrival-details',
    'companions',
    'extras',
    'charges',
    'moving',
    'corrections',
    'date-picker',
    'book',
    'trips',
    'hold',
  ],
  inquiries: ['inquiry', 'waitlist', 'spam'],
  blog: ['editor', 'reading', 'feeds'],
  site: ['content', 'browser-reports', 'hosts', 'embeds', 'seo', 'layout', 'home', 'property-page'],
  // What may be asked, the calls that ask it, what every screen stands in, its parts, then what is done with rows.
  admin: [
    'schema',
    'query',
    'calls',
    'shell',
    'stats',
    'fields',
    'filters',
    'grid',
    'history',
    'edit',
    'import',
    'export',
    'list',
    'trash',
    'examples',
    'views',
    'table-screen',
  ],
  channels: ['import', 'export'],
  inbox: ['threads', 'replies', 'templates'],
  insights: ['reports', 'occupancy'],
  // Parts that several screens draw, then the screens, the day last: it names work of all the others.
  hosting: [
    'bookings',
    'rates',
    'calendar',
    'inbox',
    'booking-actions',
    'booking-page',
    'phone',
    'offers',
    'conflicts',
    'feeds',
    'homes',
    'today',
  ],
};

/**
 * Features whose rooms stand in the order of `capabilities`: each uses only those above it. Pages and the files of the
 * feature's own folder stand below all of them. In the smaller features no two rooms import each other.
 */
export const orderedRooms: Partial<Record<string, string[]>> = {
  bookings: capabilities.bookings,
  admin: capabilities.admin,
  hosting: capabilities.hosting,
  site: capabilities.site,
};

const below = (folder: string, names: string[]): string[] => [
  folder,
  ...names.map((name) => `${folder}/${name}`),
];

/** Every folder that may exist below `src`; `*` is any feature. */
export const folders = [
  ...below('shared', ['schemas', 'forms', 'http', 'seo', 'text']),
  ...below('db', ['migrations', 'schema']),
  ...below('seed', ['images']),
  ...below('platform', [
    'http',
    'openapi',
    'cache',
    'identity',
    'backups',
    'mail',
    'queue',
    'storage',
    'images',
    'uploads',
  ]),
  'platform/observability',
  ...below('ui', ['forms', 'lists', 'overlays', 'rich-text', 'loading', 'browser']),
  'features',
  ...below('features/*', ['emails', 'pages', 'ui']),
  ...Object.entries(capabilities).flatMap(([feature, names]) => below(`features/${feature}`, names)),
];

/** Words of the old vocabulary (STYLE.md, say / don't say) that no file name bears. */
export const retiredWords =
  /(^|-)(answers?|answered|asked|together|turns|happening|wanted|kept|quiet|near|loads|(?<!not-)found|human-signs|pictures?|refusals?|refused|scenes|shown|spellings|told|words|measured)[.-]/;

/** Names that say nothing about what lies inside. */
export const emptyNames = ['utils', 'helpers', 'common', 'misc', 'lib', 'services'];

/** Root files that stand above every layer and yet are used below, with the reason. */
export const sharedRootFiles: Record<string, string> = {
  'src/env.server.ts': 'the type of the settings travels everywhere with the context',
  'src/load-context.ts':
    'pages and the rendering entry must hold the same key object; it needs React Router, so it cannot lie in shared',
};

/** Files without `.server` in their name that run only on the server, and why they keep the plain name. */
export const serverEntries: Record<string, string> = {
  'src/server.ts': 'starts the process',
  'src/api.ts': 'the map of the API, called by its plain name in the house',
};

/** Files beside the settings that read an environment, with the reason. */
export const environmentElsewhere: Record<string, string> = {
  'src/entry.server.tsx': 'reads from the bundler whether it serves the sources; no setting',
  'src/ui/page-scripts.tsx': 'reads from the bundler whether it builds for the server; no setting',
};

/** Files of the browser that name a path of the API, with the reason. */
export const apiPathsElsewhere: Record<string, string> = {
  'src/entry.client.tsx': 'every page loads it: two calls without the bytes of the call functions',
};

/** Files outside a store that speak SQL, with the reason. */
export const sqlOutsideStores: Record<string, string> = {
  'src/platform/backups/backup-form.server.ts':
    'lists and counts whatever tables a database has, for backups',
  'src/platform/backups/load-rows.server.ts': 'copies whole tables into a database',
  'src/platform/backups/write-archive.server.ts': 'copies whole tables out of a database',
  'src/platform/cache/content-cache.server.ts': 'listens for the notifications of content changes',
  'src/platform/http/rate-limit.server.ts': 'the counters of limits belong to the platform and to no feature',
  'src/platform/queue/leases.server.ts': 'frees jobs of the queue whose process died',
  'src/platform/mail/mailer.server.ts':
    'adds a mail to the queue inside the caller’s transaction, and drops those of a person',
};

/** Modules whose import does more than declare, with the reason. */
export const startingModules: Record<string, string> = {
  'src/server.ts': 'the one file whose import starts the process',
  'src/entry.client.tsx': 'the one file whose import starts the page in the browser',
  'src/platform/images/encode-image.worker.server.ts':
    'the program of a process of its own; it is forked, never imported',
  'src/features/site/seo/og-image.worker.server.ts':
    'the program of a process of its own; it is forked, never imported',
  'src/features/bookings/documents/receipt.worker.server.ts':
    'the program of a process of its own; it is forked, never imported',
  'src/features/channels/import/parse-calendar.worker.server.ts':
    'the program of a process of its own; it is forked, never imported',
  'src/features/inbox/replies/parse-mail.worker.server.ts':
    'the program of a process of its own; it is forked, never imported',
  'src/features/insights/reports/tax-report.worker.server.ts':
    'the program of a process of its own; it is forked, never imported',
  'src/db/client.server.ts': 'sets how values are read from the database, before any connection exists',
};

/** Files whose methods must bear the names that a library calls, with the reason. */
export const namedByLibraries: Record<string, string> = {
  'src/entry.server.tsx': 'React Router calls the entry’s handleError',
};

/** Modules whose own variables change while the program runs, with the reason. */
export const moduleState: Record<string, string> = {
  'src/features/bookings/extras/order-extra.server.ts':
    'requests with one key that run at the same time count once; another process finds the order in the database',
  'src/entry.client.tsx': 'counts down the error reports that one page may still send',
  'src/server.ts': 'the process itself: whether it is stopping',
  'src/db/client.server.ts': 'ties a pool to its bulkhead, which its library gives no place for',
  'src/db/reserved-connections.server.ts':
    'ties a pool to the limit of its reserved connections, which its library gives no place for',
  'src/shared/money.ts': 'reuses number formatters, which are slow to make',
  'src/shared/forms/validate.ts': 'reuses compiled patterns of schemas, which are data',
  'src/ui/loading/lazy-hydration.tsx': 'the parts of the page in view, which an update of it waits for',
  'src/features/analytics/purchase-outbox.ts': 'purchases already sent, for a browser without storage',
  'src/features/analytics/track.ts':
    'the page has one queue of events; modules that track load before the trackers',
  'src/platform/http/cookies.server.ts': 'parses each of the few configured addresses once',
  'src/platform/http/body.server.ts':
    'marks a request whose body may take long, without a field of its own on it',
  'src/platform/observability/logger.server.ts':
    'formats the time of the present second once for all its lines',
  'src/platform/openapi/document.server.ts':
    'ties a description to its middleware, which hono gives no place for',
  'src/shared/http/server-clock.ts': 'one clock of the server for the whole page',
  'src/ui/loading/async-content.tsx': 'one reload at a time for the whole page',
  'src/ui/overlays/toast.tsx': 'numbers the messages of the page',
  'src/ui/rich-text/viewer.tsx': 'the browser allows to create a Trusted Types policy once',
  'src/features/auth/google/client-flow.ts': 'one sign-in at a time for the whole page',
  'src/features/bookings/payments/load-settled.server.ts':
    'the checks that are under way, for which other readers wait',
  'src/features/channels/import/read-feeds.server.ts':
    'the readings that are under way, so that none runs twice',
  'src/features/shop/checkout/idempotency-key.ts': 'keys of open attempts, for a browser without storage',
  'src/features/admin/grid/truncated-cell.tsx': 'one ResizeObserver for all cells of the page',
};

/** Files of `shared` that reach outside the process, with the reason. */
export const sharedIo: Record<string, string> = {};

/** Names that rightly contain a retired word, with the contract or the reason that requires each. */
export const retiredNameExceptions: Record<string, string> = {
  countWords: 'counts the words of a post',
  threeWayDiff: 'the standard name of the comparison',
  keepInView: 'scrolls so that an element stays on the screen',
  listOf: 'a combinator of parsers, as in every parsing library',
  wordsPerMinute: 'how fast people read a post',
  held: 'a status of a booking, which tables and calls bear',
  isHeld: 'whether a booking has the status "held"',
  areNightsHeld: 'whether an offer holds its nights, a field of hosts’ calls',
  pictures: 'a field of homes and products in calls',
  keepTotal: 'a field of hosts’ calls',
  keepPrice: 'a field of hosts’ calls',
  answerBy: 'until when hosts promise to answer, a field of calls',
  answer: 'a column of the stored reports of cleaners',
  answer_by: 'a column of what hosts are to answer',
  photos: 'of a home that a cleaner sent, a field of tables and calls',
  cleaning_photos: 'a table',
  guest_photo_url: 'a column that the specification names',
  names_a_person: 'a reason to hide a review, in tables and calls',
  asked_by_author: 'a reason to hide a review, in tables and calls',
  isPartOf: 'a property of schema.org',
  keepAlive: 'an option of Node.js and of the database client',
  keepAliveInitialDelayMillis: 'an option of the database client',
  keepAliveTimeout: 'an option of Node.js',
  $process_person_profile: 'a property of the analytics service',
  largestUnit: 'an option of Temporal',
  asked: 'a status of extras and a field of hosts’ calls (changes.md)',
  kept: 'a field of the call that removes examples (opening.md), and of stored events',
  refused: 'a field of the mail that Today shows (opening.md)',
  keepsTotal: 'a field of stored events',
  accessOf: 'a field of queued mails, which an older release may have written',
  answered: 'a status of conversations and inquiries, in tables and calls',
  change_asked: 'an event of bookings, in tables and calls',
  found_at: 'a column of double bookings',
  refused_at: 'a column of attempts to pay',
  map_picture_url: 'a column of the settings',
  guest_experience_host_picture_url: 'a column of the settings',
  property_manager_host_picture_url: 'a column of the settings',
};

/** Lowest versions that carry security fixes we need. */
export const lowestVersions: Record<string, string> = {
  hono: '4.13.19',
  nodemailer: '10.4.1',
  sharp: '0.35.5',
  'sanitize-html': '2.17.6',
};
