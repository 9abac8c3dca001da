import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { expect, test } from '@playwright/test';

const folder = fileURLToPath(new URL('../../build/client/assets/', import.meta.url));
const read = (name: string) => readFileSync(folder + name, 'utf8');
const names = readdirSync(folder);

/** Strings that survive minification: of React Aria's components, and of TanStack Query. */
const adminLibraries = /data-rac|data-react-aria-pressable|networkMode/;
/** The classes of uPlot's layers. */
const chartLibrary = /\bu-over\b/;
/** The form with the details of a booking. */
const detailsForm = /Holding your nights…/;
/** React Router's own error page. */
const routerErrorPage = /Unhandled Thrown Response/;
const hostPages =
  /^features\/(admin|hosting|insights|launch)\/(?!pages\/offer$)|\/pages\/(messages|reviews|turnovers)$|\/(new|edit)-post$/;

interface Manifest {
  entry: { module: string; imports: string[] };
  routes: Record<string, { module: string; imports?: string[] }>;
}

function manifest(): Manifest {
  const script = read(names.find((name) => /^manifest-.*\.js$/.test(name)) ?? '');
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1));
}

/** The files that a page loads before it does anything, with their static imports. */
function loadedFiles(urls: string[]): string[] {
  const files = new Set(urls.map((url) => url.replace(/^.*\//, '')));
  for (const file of files)
    for (const [, name] of read(file).matchAll(/(?:from|import)\s*["']\.\/([^"']+\.js)["']/g))
      if (name) files.add(name);
  return [...files];
}

/** Pages, by their ids, that load a file in which a pattern stands. */
function pagesWith(pattern: RegExp): string[] {
  const { entry, routes } = manifest();
  return Object.entries(routes)
    .filter(([, { module, imports = [] }]) =>
      loadedFiles([entry.module, ...entry.imports, module, ...imports]).some((file) =>
        pattern.test(read(file)),
      ),
    )
    .map(([id]) => id);
}

test('only host pages load React Aria and TanStack Query', () => {
  const users = pagesWith(adminLibraries);
  expect(users).toContain('features/hosting/pages/admin');
  expect(users.filter((id) => !hostPages.test(id))).toEqual([]);
});

test('only the figures load the library that draws charts, and with it at most 60 KB', () => {
  expect(pagesWith(chartLibrary)).toEqual(['features/insights/occupancy/figures-screen']);
  const files = names.filter((name) => name.endsWith('.js') && chartLibrary.test(read(name)));
  const bytes = files.reduce((sum, name) => sum + gzipSync(read(name), { level: 9 }).length, 0);
  expect(bytes).toBeGreaterThan(10_000);
  expect(bytes).toBeLessThanOrEqual(60_000);
});

test('only pages that book load the form with the details of a booking', () => {
  expect(pagesWith(detailsForm)).toEqual(['features/bookings/pages/book', 'features/hosting/pages/offer']);
});

test('no page loads the error page of React Router', () => {
  expect(pagesWith(routerErrorPage)).toEqual([]);
});
