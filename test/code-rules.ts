import {
  environmentElsewhere,
  namedByLibraries,
  sqlOutsideStores,
  startingModules,
} from './architecture.config.ts';
import { functionTypes, isProduct, isTest, type Rule, rulePerFile } from './rule.ts';
import { isNode, type Node, type Source } from './source.ts';

const identifierName = (node: unknown): string => {
  if (!isNode(node)) return '';
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') return String(node.name);
  return node.type === 'Literal' ? String(node.value) : '';
};

/** `a.b.c` as `['a', 'b', 'c']`; what is called or computed in between is left out. */
function memberChain(node: unknown): string[] {
  if (!isNode(node)) return [];
  if (node.type === 'MemberExpression') return [...memberChain(node.object), identifierName(node.property)];
  if (node.type === 'CallExpression') return memberChain(node.callee);
  return [identifierName(node)];
}

const isFunction = (node: unknown): boolean => isNode(node) && functionTypes.includes(node.type);

/** The name under which a function is declared: by itself, in a constant, as a method or a property. */
function functionName(node: Node): string {
  if (node.type === 'FunctionDeclaration') return identifierName(node.id);
  if (node.type === 'VariableDeclarator' && isFunction(node.init)) return identifierName(node.id);
  const isMember =
    node.type === 'MethodDefinition' || node.type === 'PropertyDefinition' || node.type === 'Property';
  return isMember && isFunction(node.value) ? identifierName(node.key) : '';
}

const typeDeclarations = ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration', 'ClassDeclaration'];

const runners = ['test', 'it', 'describe', 'suite', 'bench'];
const silencers = ['skip', 'only', 'todo', 'fixme', 'fail', 'fails', 'skipIf', 'runIf'];
const silentNames = ['xit', 'xtest', 'xdescribe', 'fit', 'fdescribe'];

const queryBuilders = ['selectFrom', 'insertInto', 'updateTable', 'deleteFrom', 'mergeInto', 'replaceInto'];

/** Whether a node sends SQL: kysely's builders and its `sql`, or `query` of a pool, a client or a connection. */
function speaksSql(node: Node): boolean {
  if (node.type === 'TaggedTemplateExpression') return memberChain(node.tag)[0] === 'sql';
  if (node.type !== 'CallExpression') return false;
  const called = memberChain(node.callee);
  const verb = called.at(-1) ?? '';
  return queryBuilders.includes(verb) || (called.length > 1 && verb === 'query' && called.at(-2) !== 'req');
}

const maySpeakSql = ({ path }: Source): boolean =>
  /(^src\/(db|seed)\/|[/-]store\.server\.ts$)/.test(path) || path in sqlOutsideStores;

const isEnv = ({ imported }: Node): boolean => identifierName(imported) === 'env';

/** `process.env`, `import.meta.env`, or `env` of `node:process`. */
function readsEnvironment(node: Node): boolean {
  if (node.type === 'ImportDeclaration' && /^(node:)?process$/.test(identifierName(node.source)))
    return (node.specifiers as Node[]).some(isEnv);
  if (node.type !== 'MemberExpression' || identifierName(node.property) !== 'env' || !isNode(node.object))
    return false;
  return identifierName(node.object) === 'process' || node.object.type === 'MetaProperty';
}

const declarations = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportDefaultDeclaration',
  'ExportAllDeclaration',
  'VariableDeclaration',
  'FunctionDeclaration',
  'ClassDeclaration',
  'TSInterfaceDeclaration',
  'TSTypeAliasDeclaration',
  'TSModuleDeclaration',
  'TSDeclareFunction',
];

const waits = (node: Node): boolean =>
  node.type === 'AwaitExpression' || (node.type === 'ForOfStatement' && node.await === true);

export const codeRules: Rule[] = [
  rulePerFile({
    title: 'no function is named handle, process or manage',
    offences: ({ path, nodes }) =>
      nodes.flatMap(({ node }) => {
        const name = path in namedByLibraries ? '' : functionName(node);
        return /^(handle|process|manage)(?![a-z])/.test(name)
          ? [{ node, what: `"${name}" does not say what it does` }]
          : [];
      }),
    offenders: {
      'src/ui/a.ts': 'export function handleClick() {}',
      'src/ui/b.ts': 'export const processOrder = async () => {};',
      'src/ui/c.ts': 'export const c = { manageRows() {} };',
      'src/ui/d.ts': 'export class D { handle = () => {}; }',
    },
    innocents: { 'src/ui/e.ts': 'export const handler = () => {}; export const handleCount = 3;' },
  }),
  {
    title: 'the name of a type is declared in one file, but for those of props',
    offences: ({ sources }) => {
      const places = sources
        .filter(isProduct)
        .flatMap((source) =>
          source.nodes
            .filter(({ node }) => ['TSInterfaceDeclaration', 'TSTypeAliasDeclaration'].includes(node.type))
            .map(({ node }) => ({ name: identifierName(node.id), source, line: source.lineAt(node) })),
        );
      const named = Map.groupBy(places, ({ name }) => name);
      return [...named].flatMap(([name, declared]) => {
        const isShared = new Set(declared.map(({ source }) => source)).size > 1;
        if (!isShared || name.endsWith('Props')) return [];
        return declared.map(({ source, line }) => `${source.path}:${line} declares ${name}, as others do`);
      });
    },
    offenders: {
      'src/features/shop/a.ts': 'export interface Order { id: string }',
      'src/features/blog/b.ts': "type Order = 'newest' | 'oldest';",
    },
    innocents: {
      'src/features/shop/a.tsx': 'export interface Order { id: string }\ninterface CardProps { id: string }',
      'src/features/blog/b.tsx': 'interface CardProps { slug: string }',
      'src/features/blog/b.test.ts': 'interface Order { id: string }',
    },
  },
  rulePerFile({
    title: 'a type has no prefix',
    offences: ({ nodes }) =>
      nodes.flatMap(({ node }) => {
        const name = typeDeclarations.includes(node.type) ? identifierName(node.id) : '';
        return /^[ITZ][A-Z][a-z]/.test(name) ? [{ node, what: `"${name}" has a prefix` }] : [];
      }),
    offenders: {
      'src/shared/a.ts': 'interface IProduct {}',
      'src/shared/b.ts': 'export type TProduct = string;',
      'src/shared/c.ts': 'class ZProduct {}',
    },
    innocents: {
      'src/shared/d.ts': "import type { TString } from 'typebox'; type Item = TString; type Tx = 1;",
    },
  }),
  rulePerFile({
    title: 'the environment is read only in src/env.server.ts',
    offences: (source) =>
      !isProduct(source) || source.path === 'src/env.server.ts' || environmentElsewhere[source.path]
        ? []
        : source.nodes
            .filter(({ node }) => readsEnvironment(node))
            .map(({ node }) => ({ node, what: 'reads the environment: take it from the settings' })),
    offenders: {
      'src/platform/a.ts': 'export const a = process.env.PORT;',
      'src/platform/b.ts': 'const { PORT } = process.env;',
      'src/platform/c.ts': "import { env } from 'node:process'; export const c = env.PORT;",
    },
    innocents: {
      'src/platform/a.test.ts': 'export const a = process.env.PORT;',
      'src/platform/d.ts': 'export const d = (c: { env: string }) => c.env;',
    },
  }),
  rulePerFile({
    title: 'SQL stays in the stores, in db and in the seed',
    offences: (source) =>
      !isProduct(source) || maySpeakSql(source)
        ? []
        : source.nodes
            .filter(({ node }) => speaksSql(node))
            .map(({ node }) => ({ node, what: 'sends SQL: put the query into a store' })),
    offenders: {
      'src/features/shop/a.server.ts': "export const a = (db: any) => db.selectFrom('x').execute();",
      'src/platform/b.server.ts': 'export const b = sql`select 1`;',
      'src/features/shop/c.server.ts': "export const c = (ctx: any) => ctx.pool.query('select 1');",
    },
    innocents: {
      'src/features/shop/store.server.ts': "export const a = (db: any) => db.selectFrom('x').execute();",
      'src/features/shop/api.server.ts': "export const q = (c: any) => c.req.query('x');",
    },
  }),
  rulePerFile({
    title: 'no element outside of mails carries a style attribute: the content security policy drops it',
    offences: ({ path, nodes }) =>
      nodes
        .filter(
          ({ node }) =>
            (node.type === 'JSXAttribute' &&
              identifierName(node.name) === 'style' &&
              !path.startsWith('src/platform/mail/')) ||
            (node.type === 'TemplateElement' && !/\/emails\/|\.test\./.test(path) && isStyled(node)),
        )
        .map(({ node }) => ({ node, what: 'has a style attribute: use a class' })),
    offenders: {
      'src/ui/a.tsx': 'export const a = <p style={{ color: "red" }} />;',
      'src/platform/b.server.ts': "export const b = html`<p style='color: red'></p>`;",
    },
    innocents: {
      'src/features/shop/emails/c.server.ts': 'export const c = `<p style="color: red"></p>`;',
      'src/platform/mail/d.server.tsx': 'export const d = <p style={{ color: "red" }} />;',
    },
  }),
  rulePerFile({
    title: 'ui/forms draws the label of every field and choice',
    offences: ({ path, nodes }) =>
      path.startsWith('src/ui/forms/') || !path.startsWith('src/')
        ? []
        : nodes
            .filter(({ node }) => node.type === 'JSXOpeningElement' && identifierName(node.name) === 'label')
            .map(({ node }) => ({ node, what: 'draws a label: use Field or Choice' })),
    offenders: { 'src/features/shop/ui/a.tsx': 'export const a = <label>Name</label>;' },
    innocents: { 'src/ui/forms/b.tsx': 'export const b = <label>Name</label>;' },
  }),
  rulePerFile({
    title: 'HTML of users is rendered only by ui/rich-text/viewer.tsx',
    offences: ({ path, nodes }) =>
      path === 'src/ui/rich-text/viewer.tsx' || !path.startsWith('src/')
        ? []
        : nodes
            .filter(
              ({ node }) => identifierName(node.name) === rawHtml || identifierName(node.key) === rawHtml,
            )
            .map(({ node }) => ({ node, what: 'sets HTML by itself: use RichText' })),
    offenders: {
      'src/ui/a.tsx': "export const a = <p dangerouslySetInnerHTML={{ __html: '' }} />;",
      'src/ui/b.tsx': "export const b = { dangerouslySetInnerHTML: { __html: '' } };",
    },
  }),
  rulePerFile({
    title: 'what was booked is written only in its room',
    offences: (source) => {
      const { path, text } = source;
      if (!isProduct(source) || /^src\/(features\/bookings\/record|seed|db\/migrations)\//.test(path))
        return [];
      return Array.from(
        text.matchAll(writesRecord),
        ([statement]) => `has "${statement}": use bookings/record`,
      );
    },
    offenders: {
      'src/features/shop/a.server.ts': "export const a = (db: Db) => db.updateTable('bookings');",
      'src/features/bookings/balance/b.server.ts': 'export const b = sql`delete from payments`;',
    },
    innocents: {
      'src/features/bookings/record/c.server.ts': "export const c = (db: Db) => db.insertInto('offers');",
      'src/features/shop/d.server.ts': "export const d = (db: Db) => db.selectFrom('bookings').forUpdate();",
    },
  }),
  rulePerFile({
    title: 'every test runs: none is skipped, focused or expected to fail',
    offences: ({ nodes }) =>
      nodes
        .filter(({ node }) => {
          const [runner = '', ...modifiers] = node.type === 'CallExpression' ? memberChain(node.callee) : [];
          const isSilenced = runners.includes(runner) && modifiers.some((word) => silencers.includes(word));
          return isSilenced || silentNames.includes(runner);
        })
        .map(({ node }) => ({ node, what: 'silences a test' })),
    offenders: {
      'src/ui/a.test.ts': "test.skip('a', () => {});",
      'src/ui/b.test.ts': "describe.only('b', () => {});",
      'src/ui/c.test.ts': "it.skipIf(true)('c', () => {});",
      'e2e/d.spec.ts': "test.describe.fixme('d', () => {});",
    },
    innocents: { 'src/ui/e.test.ts': "test.each([1])('e', () => {});" },
  }),
  rulePerFile({
    title: 'importing a module starts nothing',
    offences: (source) => {
      if (isTest(source) || !source.path.startsWith('src/') || source.path in startingModules) return [];
      const acting = source.body.filter(({ type }) => !declarations.includes(type));
      const waiting = source.nodes
        .filter(({ node, around }) => waits(node) && !around.some(isFunction))
        .map(({ node }) => node);
      return [...acting, ...waiting]
        .filter((node) => !isDirective(node))
        .map((node) => ({ node, what: 'works while the module loads: put it into a function' }));
    },
    offenders: {
      'src/platform/a.server.ts': 'setInterval(() => {}, 1000);',
      'src/platform/b.server.ts': 'export const b = await Promise.resolve(1);',
      'src/platform/c.server.ts': 'for (const x of []) x;',
    },
    innocents: { 'src/platform/d.server.ts': 'export const d = async () => { await 1; };' },
  }),
];

const recordTables = 'bookings|booking_events|payments|payment_attempts|refund_orders|disputes|offers';
const writesRecord = new RegExp(
  `(insertInto|updateTable|deleteFrom)\\(\\s*'(${recordTables})'|\\b(insert into|update|delete from) (${recordTables})\\b`,
  'g',
);

const rawHtml = 'dangerouslySetInnerHTML';
const isDirective = (node: Node): boolean => typeof node.directive === 'string';
const isStyled = ({ value }: Node): boolean => /<[^>]*\sstyle=/.test((value as { raw: string }).raw);
