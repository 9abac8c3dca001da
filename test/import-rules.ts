import path from 'node:path';
import {
  emptyNames,
  features,
  folders,
  layers,
  orderedRooms,
  retiredWords,
  serverEntries,
  sharedRootFiles,
  strangers,
} from './architecture.config.ts';
import { isTest, type Rule, rulePerFile } from './rule.ts';
import type { Import, Source } from './source.ts';

const allowedFolders = folders.map(
  (folder) => new RegExp(`^src/${folder.replace('*', `(${features.join('|')})`)}$`),
);

/** `shared`, `db`, … or the name of a feature; `root` for the files of `src` itself; null outside `src`. */
function layerOf(file: string): string | null {
  const [top, layer = '', feature = '', ...more] = file.split('/');
  if (top !== 'src') return null;
  if (layer === 'features') return feature;
  return feature === '' && more.length === 0 ? 'root' : layer;
}

/** Why a file may not import another, or null. */
function backward(from: Source, { target }: Import): string | null {
  const place = layerOf(from.path);
  const used = layerOf(target);
  if (place === null || place === 'root' || used === null || used === place) return null;
  if (isTest(from) || target in sharedRootFiles) return null;
  const index = (features as readonly string[]).indexOf(place);
  const earlier = features.slice(0, index).filter((feature) => !strangers[place]?.includes(feature));
  const usable = index < 0 ? layers[place] : [...(layers.feature ?? []), ...earlier];
  if (usable?.includes(used)) return null;
  return `imports ${target}, but ${place} stands on ${usable?.join(', ') || 'nothing'} alone`;
}

/** Finds the place of a file among the rooms of its feature; pages and the feature's own files come last. */
function roomOf(file: string): { feature: string; place: number; room: string } | null {
  const [, , feature = '', room = '', ...more] = file.split('/');
  const rooms = file.startsWith('src/features/') ? orderedRooms[feature] : undefined;
  if (!rooms) return null;
  const index = more.length > 0 ? rooms.indexOf(room) : -1;
  return { feature, place: index < 0 ? rooms.length : index, room: more.length > 0 ? room : feature };
}

/** Why a file of a room may not import one of another room of its feature, or null. */
function upward(from: Source, { target }: Import): string | null {
  const [own, used] = [roomOf(from.path), roomOf(target)];
  if (!own || !used || own.feature !== used.feature || used.place <= own.place || isTest(from)) return null;
  return `imports ${target}, but the room ${own.room} comes before ${used.room}`;
}

/** The room that a file lies in, as `feature/room`; null for a feature's own files and all outside the features. */
const roomPath = (file: string): string | null => /^src\/features\/([^/]+\/[^/]+)\//.exec(file)?.[1] ?? null;

/** Every pair of rooms of one feature that import each other, with an import of each. */
function mutualRooms(sources: Source[]): string[] {
  const arrows = new Map<string, string>();
  for (const source of sources.filter((one) => !isTest(one))) {
    const own = roomPath(source.path);
    for (const { target } of source.imports) {
      const used = roomPath(target);
      if (own && used && own !== used && own.split('/')[0] === used.split('/')[0])
        arrows.set(`${own} ${used}`, `${source.path} imports ${target}`);
    }
  }
  return [...arrows].flatMap(([arrow, example]) => {
    const back = arrows.get(arrow.split(' ').reverse().join(' '));
    return back === undefined ? [] : [`${example}, and ${back}`];
  });
}

/** A file may import what runs only on the server when it runs only there itself. */
const isServerSide = (file: string): boolean =>
  /\.server\.tsx?$/.test(file) || file in serverEntries || layerOf(file) === null;

const extensionless = (file: string): string => file.replace(/\.tsx?$/, '');

/** Every import cycle, each once, as its chain. */
function circles(sources: Source[]): string[] {
  const byName = new Map(sources.map((source) => [extensionless(source.path), source]));
  const done = new Set<Source>();
  const chains: string[] = [];
  const visit = (source: Source, chain: Source[]) => {
    if (chain.includes(source)) {
      const circle = [...chain.slice(chain.indexOf(source)), source];
      chains.push(circle.map(({ path: name }) => name).join(' → '));
      return;
    }
    if (done.has(source)) return;
    for (const { target } of source.imports) {
      const next = byName.get(extensionless(target));
      if (next) visit(next, [...chain, source]);
    }
    done.add(source);
  };
  for (const source of sources) visit(source, []);
  return chains;
}

const isReExport = (source: Source): boolean =>
  source.body.length > 0 &&
  source.body.every(
    ({ type, source: from, declaration }) =>
      type === 'ImportDeclaration' ||
      type === 'ExportAllDeclaration' ||
      (type === 'ExportNamedDeclaration' && (from !== null || declaration === null)),
  );

export const importRules: Rule[] = [
  {
    title: 'every folder below src has its place in the house',
    offences: ({ folders: existing }) =>
      existing
        .filter((folder) => !allowedFolders.some((allowed) => allowed.test(folder)))
        .map((folder) => `${folder} is not in the plan of the house (test/architecture.config.ts)`),
    offenders: { 'src/widgets/x.ts': '', 'src/features/pets/x.ts': '', 'src/features/shop/rules/x.ts': '' },
    innocents: { 'src/features/bookings/emails/x.ts': '', 'src/shared/forms/x.ts': '' },
  },
  rulePerFile({
    title: 'no folder or file has an empty name such as utils',
    offences: ({ path: file }) =>
      file
        .split('/')
        .filter((part) => emptyNames.includes(part.split('.')[0] ?? ''))
        .map((part) => `"${part}" names nothing: name what lies inside`),
    offenders: { 'src/shared/utils.ts': '', 'sandbox/helpers/x.ts': '', 'src/platform/common.server.ts': '' },
  }),
  rulePerFile({
    title: 'no file name bears a word of the old vocabulary',
    offences: ({ path: file }) =>
      file.startsWith('src/') && retiredWords.test(path.posix.basename(file))
        ? ['bears a retired word: see STYLE.md']
        : [],
    offenders: {
      'src/ui/near.ts': '',
      'src/shared/size-words.ts': '',
      'src/platform/together.server.ts': '',
      'src/features/shop/refused-calls.test.ts': '',
    },
    innocents: { 'src/ui/use-in-view.ts': '' },
  }),
  rulePerFile({
    title: 'imports go one way: shared, db, platform, the features in their order, the root files',
    offences: (source) =>
      source.imports.flatMap((used) => {
        const why = backward(source, used);
        return why ? [`line ${used.line} ${why}`] : [];
      }),
    offenders: {
      'src/shared/a.ts': "import { x } from '../db/x.ts';",
      'src/db/a.ts': "import type { X } from '../platform/x.server.ts';",
      'src/platform/a.ts': "import { x } from '../features/shop/x.ts';",
      'src/ui/a.tsx': "import { x } from '../platform/x.ts';",
      'src/features/listings/a.ts': "export { x } from '../shop/x.ts';",
      'src/features/bookings/a.ts': "import { x } from '../shop/x.ts';",
      'src/features/shop/ui/a.tsx': "const x = import('../../site/ui/x.tsx');",
      'src/features/admin/a.ts': "import { x } from '../../api.ts';",
    },
    innocents: {
      'src/features/site/b.ts': "import { x } from '../listings/x.ts'; import { y } from '../../ui/y.tsx';",
      'src/features/shop/b.ts': "import type { Settings } from '../../env.server.ts';",
      'src/features/shop/b.test.ts': "import { x } from '../../jobs.server.ts';",
    },
  }),
  rulePerFile({
    title:
      'imports go one way inside a feature, too: its rooms in their order, then its pages and its own files',
    offences: (source) =>
      source.imports.flatMap((used) => {
        const why = upward(source, used);
        return why ? [`line ${used.line} ${why}`] : [];
      }),
    offenders: {
      'src/features/bookings/pricing/a.ts': "import { x } from '../record/x.ts';",
      'src/features/bookings/record/a.ts': "import type { X } from '../emails/x.server.ts';",
      'src/features/bookings/hold/a.ts': "import { x } from '../pages/x.ts';",
      'src/features/bookings/trips/a.ts': "import { x } from '../run-bookings.server.ts';",
    },
    innocents: {
      'src/features/bookings/pages/b.ts': "import { x } from '../hold/x.ts';",
      'src/features/bookings/record/b.ts': "import { x } from './x.ts'; import { y } from '../pricing/y.ts';",
      'src/features/bookings/record/b.test.ts': "import { x } from '../hosting/x.server.ts';",
      'src/features/bookings/b.server.ts': "import { x } from './trips/x.server.ts';",
    },
  }),
  {
    title: 'no two rooms of a feature import each other',
    offences: ({ sources }) => mutualRooms(sources),
    offenders: {
      'src/features/blog/editor/a.ts': "import type { B } from '../reading/b.ts';",
      'src/features/blog/reading/b.ts': "import { c } from '../editor/c.ts';",
    },
    innocents: {
      'src/features/blog/editor/c.ts': "import { d } from '../../media/library/d.ts';",
      'src/features/blog/reading/e.ts': "import { c } from '../editor/c.ts';",
      'src/features/blog/editor/f.test.ts': "import { e } from '../reading/e.ts';",
    },
  },
  rulePerFile({
    title: 'what may run in the browser takes nothing but types from the server',
    offences: ({ path: file, imports }) =>
      isServerSide(file) || /\.test\.tsx?$/.test(file)
        ? []
        : imports
            .filter(({ target, isType }) => !isType && /\.server(\.tsx?)?$/.test(target))
            .map(({ target, line }) => `line ${line} imports ${target}, which exists only on the server`),
    offenders: {
      'src/features/shop/client.ts': "import { shopApi } from './api.server.ts';",
      'src/features/shop/pages/a.tsx': "import { type A, b } from '../a.server.ts';",
      'src/ui/a.tsx': "const a = await import('../platform/a.server.ts');",
    },
    innocents: {
      'src/features/shop/client.ts': "import type { ShopApi } from './api.server.ts';",
      'src/features/shop/pages/b.tsx': "import { type A } from '../a.server.ts';",
    },
  }),
  rulePerFile({
    title: 'a store speaks only to the database, and an API is used only by the map of the API',
    offences: ({ path: file, imports }) =>
      imports.flatMap(({ target, isType, line }) => {
        if (/\.test\.ts$/.test(file)) return [];
        const isStore = /[/-]store\.server\.ts$/.test(file) && file.startsWith('src/features/');
        if (isStore && /^src\/(platform|features\/.*(actions|api|client)\b)/.test(target))
          return [`line ${line} imports ${target}: a store stands on db and the nouns alone`];
        const isApi = /^src\/features\/.*[/-]api\.server\.ts$/.test(target);
        return isApi && !isType && file !== 'src/api.ts'
          ? [`line ${line} imports ${target}: call its actions, or its client`]
          : [];
      }),
    offenders: {
      'src/features/shop/store.server.ts': "import { mail } from '../../platform/mail.server.ts';",
      'src/features/site/actions.server.ts': "import { shopApi } from '../shop/api.server.ts';",
      'src/features/site/pages.server.ts': "import { cartApi } from '../shop/cart-api.server.ts';",
    },
  }),
  {
    title: 'no import comes back to where it began',
    offences: ({ sources }) => circles(sources),
    offenders: {
      'src/shared/a.ts': "import { b } from './b.ts';",
      'src/shared/b.ts': "import type { c } from './forms/c.ts';",
      'src/shared/forms/c.ts': "export * from '../a.ts';",
    },
  },
  rulePerFile({
    title: 'no file only passes on what others export',
    offences: (source) => (isReExport(source) ? ['is a barrel: import from the files themselves'] : []),
    offenders: {
      'src/shared/index.ts': "export * from './money.ts'; export { a } from './a.ts';",
      'src/ui/all.ts': "import { a } from './a.ts'; export { a };",
    },
    innocents: { 'src/ui/b.ts': "import { a } from './a.ts'; export { a }; export const b = a;" },
  }),
];
