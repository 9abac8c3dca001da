import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@playwright/test';

const folder = fileURLToPath(new URL('../build/client/assets/', import.meta.url));
const read = (name: string) => readFileSync(folder + name, 'utf8');
const names = readdirSync(folder);

/** Strings that survive minification: of React Aria's components, and of TanStack Query. */
const adminLibraries = /data-rac|data-react-aria-pressable|networkMode/;
const hostPages =
  /^features\/(admin|figures|hosting)\/(?!pages\/offer$)|\/pages\/(messages|reviews|turnovers)$|\/(new|edit)-post$/;

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

test('only host pages load React Aria and TanStack Query', () => {
  const { entry, routes } = manifest();
  const users = Object.entries(routes)
    .filter(([, { module, imports = [] }]) =>
      loadedFiles([entry.module, ...entry.imports, module, ...imports]).some((file) =>
        adminLibraries.test(read(file)),
      ),
    )
    .map(([id]) => id);
  expect(users).toContain('features/admin/pages/admin');
  expect(users.filter((id) => !hostPages.test(id))).toEqual([]);
});
