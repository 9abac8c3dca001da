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

const isServerFile = ({ path }: Source): boolean => /\.server\.tsx?$/.test(path) || path === 'src/api.ts';

export const apiRules: Rule[] = [
  rulePerFile({
    title: 'the browser calls the API only through a calls.ts',
    offences: (source) =>
      !source.path.startsWith('src/') ||
      isTest(source) ||
      isServerFile(source) ||
      source.path in apiPathsElsewhere
        ? []
        : apiPaths(source).map(({ node, path }) => ({ node, what: `names ${path}: use the call itself` })),
    offenders: {
      'src/features/blog/a.ts': "export const a = () => fetch('/api/site');",
      'src/ui/b.tsx': `export const b = (id: string) => fetch(\`/api/tables/media/\${id}\`);`,
      'src/features/account/ui/c.tsx': "export const c = <a href='/api/users/me/data'>My data</a>;",
    },
    innocents: {
      'src/features/blog/calls.ts': "export const posts = calls('/blog', { list: get('', 'Failed') });",
      'src/features/blog/b.test.ts': "fetch('/api/blog');",
      'src/platform/c.server.ts': "export const c = '/api/csp-reports';",
    },
  }),
];
