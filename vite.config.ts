import { fileURLToPath } from 'node:url';
import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

interface Module {
  code: string | null;
  importers: string[];
}
type ModuleGraph = { getModuleInfo(id: string): Module | null };

const page =
  /[\\/]src[\\/](?:features[\\/]\w+[\\/]pages[\\/])?(root|entry\.client|(?<=pages[\\/])[\w-]+)\.tsx/;
const forHosts = /^(admin|edit|new|write)/;
const pagesByModule = new Map<string, Set<string>>();

/** The names of the pages that load a module as they start. */
function pagesWith(id: string, graph: ModuleGraph): Set<string> {
  const known = pagesByModule.get(id);
  if (known) return known;
  const pages = new Set<string>();
  const seen = new Set([id]);
  for (const module of seen) {
    const name = page.exec(module)?.[1];
    if (name) pages.add(name);
    for (const importer of importersOf(module, graph)) seen.add(importer);
  }
  pagesByModule.set(id, pages);
  return pages;
}

const allIcons = /lucide-react\.mjs$/;
const iconImport = /import\s*\{([^}]*)\}\s*from\s*["']lucide-react["']/;

/** Who imports a module. One file holds all icons, so an icon is imported by those who name it. */
function importersOf(id: string, graph: ModuleGraph): string[] {
  const importers = graph.getModuleInfo(id)?.importers ?? [];
  const icon = /lucide-react.*[\\/]icons[\\/]([\w-]+)\.mjs$/.exec(id)?.[1];
  const all = importers.find((importer) => allIcons.test(importer));
  if (!icon || !all) return importers;
  const { code, importers: users } = graph.getModuleInfo(all) ?? { code: '', importers: [] };
  const line = code?.split('\n').find((text) => text.includes(`/icons/${icon}.mjs`));
  const names = new Set(line?.match(/(?<=default as )\w+/g));
  return users.filter((user) =>
    iconImport
      .exec(graph.getModuleInfo(user)?.code ?? '')?.[1]
      ?.split(',')
      .some((part) => names.has(part.trim().split(/\s/)[0] ?? '')),
  );
}

/**
 * Few files instead of twenty small ones: on a phone each costs a round trip before the page can be used. What three
 * pages for guests need is shared, and so is what the frame of every page needs; the home page, where most people
 * begin, does without what only others share. What only hosts need is in neither.
 */
function sharedFile(id: string, graph: ModuleGraph): string | null {
  const guests = [...pagesWith(id, graph)].filter((name) => !forHosts.test(name));
  if (guests.includes('root')) return 'shared';
  if (guests.length < 3) return null;
  return guests.includes('home') ? 'shared' : 'shared-beside-home';
}

/** What hosts need of a guests' page lies beside that page in one file, and so does what two guests' pages share. */
function partsFile(id: string, graph: ModuleGraph): string | null {
  const all = [...pagesWith(id, graph)];
  const guests = all.filter((name) => !forHosts.test(name)).sort();
  const isShared = guests.length > 1 || guests.length < all.length;
  return guests.length > 0 && isShared ? `${guests.join('-')}-parts` : null;
}

const ours = /[\\/]src[\\/]|lucide-react|hono|vite[\\/]preload-helper/;
// A file takes what its modules import along, unless one before it has: what is shared comes before the parts.
const groups = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 3 },
  { name: sharedFile, test: ours, priority: 2 },
  { name: partsFile, test: ours, priority: 1 },
];

/** Every icon of lucide-react is made by `ui/icon.ts`: in less time and 1 KB less for the browser (decision 022). */
const icons = {
  name: 'icons',
  enforce: 'pre' as const,
  resolveId: (source: string, importer?: string) =>
    source.endsWith('/createLucideIcon.mjs') && importer?.includes('lucide-react')
      ? fileURLToPath(new URL('src/ui/icon.ts', import.meta.url))
      : null,
};

/**
 * Where the script of another page is gone, React Router reloads the page that the guest wants to leave; this makes it load
 * the other one (decision 024).
 */
const missingChunks = {
  name: 'missing-chunks',
  apply: 'build' as const,
  enforce: 'pre' as const,
  transform(code: string, id: string) {
    if (!/react-router[\\/].*[\\/]ssr[\\/]routeModules\.js$/.test(id)) return null;
    const reload = 'window.location.reload();';
    if (!code.includes(reload)) throw new Error('React Router loads missing scripts in another way now.');
    const load = `const to = window.__reactRouterDataRouter?.state.navigation.location;
      if (to) window.location.assign(to.pathname + to.search + to.hash);
      else ${reload}`;
    return { code: code.replace(reload, load), map: null };
  },
};

const ariaPatches: Record<string, [before: string, after: string]> = {
  'live-announcer/LiveAnnouncer': [".innerHTML = ''", '.replaceChildren()'],
  'interactions/usePress': ['ownerDocument.head.prepend(style)', ''],
  'overlays/usePreventScroll': ['document.head.prepend(style)', ''],
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
    const name = /[\\/]react-aria[\\/]dist[\\/]private[\\/](.+)\.mjs$/.exec(id)?.[1]?.replaceAll('\\', '/');
    const [before, after] = ariaPatches[name ?? ''] ?? [];
    if (before === undefined || after === undefined) return null;
    if (!code.includes(before))
      throw new Error(`React Aria's ${name} writes into the page in another way now.`);
    return { code: code.replaceAll(before, after), map: null };
  },
};

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), icons, missingChunks, reactAria, reactRouter()],
  build: {
    target: 'es2022',
    assetsInlineLimit: 0,
    // On a busy machine it would warn that the plugins, whose work most of a build is, took most of the time.
    rolldownOptions: { checks: { bundlerTimings: false } },
  },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
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
