import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** The frame of every page, and what most guests' pages need; not the forms and carousels of some. */
const shared = [
  // Not entry.client: it would start the page before React Router has its modules.
  'root|features/site/layout|features/analytics/(?!trackers|visits|purchase|calls|analytics|consent/consent-banner)|features/listings/calls',
  'shared/(http/(?!return|request-key)|seo|text/(?!slug|email|phone)|dates|errors|image|is-record|money|result)',
  'ui/(alert|brand-mark|button|error-boundary|error-page|icon|page-scripts|responsive-image|stars|use-site-settings)',
  'ui/(loading/(async|spinner|early-presses)|browser/(on-idle|scroll|use-in-view|use-server-now))',
];

/** Forms from schemas: the inquiry and the admin. */
const forms = ['shared/forms/(?!field-)', 'shared/text/email', 'ui/forms/schema-field'];
/** What a stay costs: its page and the booking flow. */
const stay = [
  'features/bookings/(checkout/calls|quotes/quote)\\.',
  'features/bookings/book/(stay-basket|quote-outcome|use-quote|stay-search)\\.',
];
/** What the home page and a home's page share. */
const homes = [
  'features/(reviews/calls|inbox/(calls|response-time|ui/response-time)|inquiries/inquiry/(calls|inquiry|stay-dates))\\.',
];
/** Choosing nights. */
const booking = [
  'features/bookings/book/(nearest-links|stay-link|details|details-form|quote-panel|join-waitlist)\\.',
];
/** Choosing nights, and what follows. */
const trips = [
  'features/bookings/(book/(stay-line|stay-text)|checkout/request-key|pricing/min-charge|record/trip-paths)\\.',
];
/** How a price adds up, and what goes back: what follows the choice of nights. */
const facts = ['features/bookings/book/stay-facts\\.'];
/** Fields and choices, which most guests' pages have; the forms from schemas are made of them. */
const fields = ['ui/forms/(field|date-field|choice|focus-invalid)\\.'];
/** The way to the card provider, from stays and products. */
const payment = ['features/payments/payment-(link|page)'];
/** Tags of posts, and forms from schemas. */
const slug = ['shared/text/slug\\.'];
/** Small parts of several guests' pages. */
const parts =
  /[\\/]icons[\\/](bath|bed-double|chevron-left|chevron-right|clock|map-pin|users)\.|rich-text[\\/]viewer|src[\\/]shared[\\/](nights|cached)\./;

const inSource = (modules: string[]) => {
  const pattern = new RegExp(`/src/(${modules.join('|')})`);
  return (id: string) => pattern.test(id.replaceAll('\\', '/'));
};

/**
 * Few files instead of many small ones: on a phone each may cost a round trip before the page can be used, and small ones
 * compress badly. A group holds also what its modules import, unless a group of a higher priority does.
 */
const groups = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
  { name: 'shared', test: inSource(shared), priority: 2 },
  { name: 'fields', test: inSource(fields), priority: 2 },
  { name: 'parts', test: parts, priority: 1 },
  { name: 'slug', test: inSource(slug), priority: 1 },
  { name: 'trips', test: inSource(trips), priority: 1 },
  { name: 'payment', test: inSource(payment), priority: 1 },
  { name: 'forms', test: inSource(forms) },
  { name: 'stay', test: inSource(stay) },
  { name: 'facts', test: inSource(facts) },
  { name: 'homes', test: inSource(homes) },
  { name: 'booking', test: inSource(booking) },
];

/** Replaced texts of a library's files, by their paths without the ending. */
type Edits = Record<string, [before: string, after: string][]>;

/** Edits a file of a library; the build fails where a newer version has other code. */
function applyEdits(edits: Edits, file: string, code: string): string {
  return (edits[file] ?? []).reduce((edited, [before, after]) => {
    if (!edited.includes(before)) throw new Error(`${file} has other code now; it was: ${before}`);
    return edited.replaceAll(before, after);
  }, code);
}

const reload = 'window.location.reload();';

const routerEdits: Edits = {
  // Where the script of another page is gone, the router reloads the page that the guest wants to leave; this makes it load
  // the other one (decision 024).
  'dom/ssr/routeModules': [
    [
      reload,
      `const to = window.__reactRouterDataRouter?.state.navigation.location;
      if (to) window.location.assign(to.pathname + to.search + to.hash);
      else ${reload}`,
    ],
  ],
  // The router's own error page and fallback have scripts, which the policy forbids (decision 024).
  'dom/ssr/errorBoundaries': [
    [
      `return /* @__PURE__ */ React$1.createElement(RemixRootDefaultErrorBoundary, {
\t\t\terror: this.state.error,
\t\t\tisOutsideRemixApp: true
\t\t})`,
      'throw this.state.error',
    ],
  ],
  'dom/ssr/routes': [
    ['? RemixRootDefaultHydrateFallback :', '? () => null :'],
    ['React$1.createElement(RemixRootDefaultErrorBoundary, { error: useRouteError() })', 'null'],
  ],
  // Nothing is reported to instruments.
  'router/router': [['init.instrumentations', 'undefined']],
};

/** Marks what only developers see of the router, so that the build leaves it out: its warnings, and its components' names. */
const withoutHints = (code: string): string =>
  code
    .replaceAll(/^\w+\.displayName = .*$/gm, '')
    .replaceAll('= React$1.forwardRef(', '= /* @__PURE__ */ React$1.forwardRef(')
    .replaceAll(
      /(?<=^\t+(?:\} )?(?:else )?(?:if \(.*\) )?)warn(?:ing|Once|ingOnce)\(/gm,
      '/* @__PURE__ */ $&',
    );

/** React Router without its instruments, its own error page and its warnings: 5 KB (gzip) less on each page. */
const leanRouter = {
  name: 'lean-router',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    const [, file] = /[\\/]react-router[\\/]dist[\\/]production[\\/]lib[\\/](.+)\.js$/.exec(id) ?? [];
    if (!file) return null;
    return { code: withoutHints(applyEdits(routerEdits, file.replaceAll('\\', '/'), code)), map: null };
  },
};

/**
 * What Lucide makes its icons with weighs as much as ten of them, on every page: this has a few lines in its place. They
 * need only an icon's elements, and these no keys.
 */
const leanIcons = {
  name: 'lean-icons',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (/lucide-react[\\/].*[\\/]icons[\\/][\w-]+\.mjs$/.test(id))
      return {
        code: code.replaceAll(/,\s+key: "\w+"|^ {2}(?:name|size|aliases): .*$|^__iconData\.node;$/gm, ''),
        map: null,
      };
    if (!/lucide-react[\\/].*[\\/]createLucideIcon\.mjs$/.test(id)) return null;
    const own = fileURLToPath(new URL('src/ui/icon.ts', import.meta.url));
    return { code: `export { createIcon as default } from ${JSON.stringify(own)};`, map: null };
  },
};

const ariaEdits: Edits = {
  'live-announcer/LiveAnnouncer': [[".innerHTML = ''", '.replaceChildren()']],
  'interactions/usePress': [['ownerDocument.head.prepend(style)', '']],
  'overlays/usePreventScroll': [['document.head.prepend(style)', '']],
};

/**
 * React Aria under the site's security policy: it writes no `innerHTML` (trusted types) and adds no `<style>`, whose rules
 * `styles.css` holds. Of its messages in 34 languages only the English ones are built in.
 */
const reactAria = {
  name: 'react-aria',
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (/[\\/]dist[\\/]private[\\/]intl[\\/](?:\w+[\\/])?(?!en-US)[a-z]{2}-[A-Z]{2}\.mjs$/.test(id))
      return { code: 'export default {};', map: null };
    const [, file] = /[\\/]react-aria[\\/]dist[\\/]private[\\/](.+)\.mjs$/.exec(id) ?? [];
    return file ? { code: applyEdits(ariaEdits, file.replaceAll('\\', '/'), code), map: null } : null;
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), leanRouter, leanIcons, reactAria, reactRouter()],
  // In development packages are bundled before the plugins above see them.
  optimizeDeps: { rolldownOptions: { plugins: [reactAria] } },
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // `build` empties what it fills: this would also remove `build/images`, which takes minutes to make.
    emptyOutDir: false,
    // On a busy machine it would warn that the plugins, whose work most of a build is, took most of the time.
    // Forms that some pages load late are part of others.
    rolldownOptions: { checks: { bundlerTimings: false, ineffectiveDynamicImport: false } },
  },
  environments: {
    client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } },
    // V8 keeps a whole source, with its comments.
    ssr: {
      build: {
        rolldownOptions: { output: { comments: { legal: true, jsdoc: false, annotation: false } } },
      },
    },
  },
  // The built pages hold all they need, in its production form whatever NODE_ENV says: React's development form renders
  // three times slower, and one file starts sooner than hundreds (bench/cached-pages.ts and bench/start.ts show both).
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: {
      'process.env.NODE_ENV': '"production"',
      // Vite's own: files that load later are imported as they are, without 0.6 KB on every page that would ask for
      // their parts a moment sooner. All style is in one file, so none is missed.
      __VITE_IS_MODERN__: 'false',
    },
  }),
}));
