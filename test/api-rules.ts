import { apiPathsElsewhere } from './architecture.config.ts';
import { isTest, type Rule, rulePerFile } from './rule.ts';
import type { Node, Source } from './source.ts';

/** The text of a string, or of a template up to its first value. */
function leadingText(node: Node): string {
  if (node.type === 'Literal') return typeof node.value === 'string' ? node.value : '';
  if (node.type !== 'TemplateLiteral') return '';
  const [first] = node.quasis as { value: { cooked: string } }[];
  return first?.value.cooked ?? '';
}

const apiPaths = (source: Source): { node: Node; path: string }[] =>
  source.nodes
    .map(({ node }) => ({ node, path: leadingText(node) }))
    .filter(({ path }) => path.startsWith('/api/'));

const isClient = ({ path }: Source): boolean => /^src\/features\/.*\/client\.ts$/.test(path);
const isServerFile = ({ path }: Source): boolean => /\.server\.tsx?$/.test(path) || path === 'src/api.ts';

const getFeature = ({ path }: Source): string => path.split('/')[2] ?? '';

/** The paths below `/api` that the routes of a feature serve. */
const routesOf = (feature: string, sources: Source[]): string[] =>
  sources
    .filter((source) => getFeature(source) === feature && /\/api\.server\.ts$/.test(source.path))
    .flatMap(({ nodes }) => nodes.map(({ node }) => leadingText(node)))
    .filter((text) => text.startsWith('/'));

/** Whether a path that may end before a value can lead to a route such as `/blog/:key`. */
function fits(path: string, route: string): boolean {
  const [called = ''] = path.slice('/api'.length).split('?');
  const start = route.split('/:')[0] ?? '';
  return called === start || called.startsWith(`${start}/`) || route.startsWith(called);
}

export const apiRules: Rule[] = [
  rulePerFile({
    title: 'the path of an API call is written in a client.ts alone',
    offences: (source) =>
      !source.path.startsWith('src/') || isTest(source) || isClient(source) || isServerFile(source)
        ? []
        : source.path in apiPathsElsewhere
          ? []
          : apiPaths(source).map(({ node, path }) => ({
              node,
              what: `calls ${path}: call the feature's client`,
            })),
    offenders: {
      'src/features/blog/a.ts': "export const a = () => fetch('/api/site');",
      'src/ui/b.tsx': `export const b = (id: string) => fetch(\`/api/tables/media/\${id}\`);`,
      'src/features/account/ui/c.tsx': "export const c = <a href='/api/users/me/data'>My data</a>;",
    },
    innocents: {
      'src/features/blog/client.ts': "export const posts = () => fetch('/api/blog');",
      'src/features/blog/api.server.ts': "export const routes = ['/blog'];",
      'src/features/blog/b.test.ts': "fetch('/api/blog');",
      'src/platform/c.server.ts': "export const c = '/api/csp-reports';",
    },
  }),
  {
    title: 'a client calls the API of its own feature alone',
    offences: ({ sources }) =>
      sources
        .filter((source) => isClient(source) && !(source.path in apiPathsElsewhere))
        .flatMap((source) => {
          const routes = routesOf(getFeature(source), sources);
          return apiPaths(source)
            .filter(({ path }) => !routes.some((route) => fits(path, route)))
            .map(
              ({ node, path }) =>
                `${source.path}:${source.lineAt(node)} calls ${path}, which another feature serves`,
            );
        }),
    offenders: {
      'src/features/inquiries/client.ts': "export const a = () => fetch('/api/purchased-products');",
    },
    innocents: {
      'src/features/blog/client.ts': `export const a = (key: string) => [fetch(\`/api/blog/\${key}\`), fetch('/api/blog?drafts=true')];`,
      'src/features/blog/api.server.ts': "export const api = new Hono().get('/blog/:key', () => null);",
    },
  },
];
