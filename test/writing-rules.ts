import { moduleState, retiredNameExceptions, sharedIo } from './architecture.config.ts';
import { exportedNames, retiredInTitles, retiredWordIn } from './dialect.ts';
import { isProduct, type Rule, rulePerFile } from './rule.ts';
import { isNode, type Node, type Source } from './source.ts';

const identifier = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'Identifier' ? String(node.name) : undefined;

/** The constants and variables that a module declares for itself. */
function moduleVariables({ body }: Source): { node: Node; kind: string; name: string; init: unknown }[] {
  return body.flatMap((statement) => {
    const node = isNode(statement.declaration) ? statement.declaration : statement;
    if (node.type !== 'VariableDeclaration') return [];
    return (node.declarations as Node[]).map((declared) => ({
      node: declared,
      kind: String(node.kind),
      name: identifier(declared.id) ?? '',
      init: declared.init,
    }));
  });
}

const collections = ['Map', 'Set', 'WeakMap', 'WeakSet'];

function isCollection(init: unknown): boolean {
  if (!isNode(init)) return false;
  if (init.type === 'NewExpression') return collections.includes(identifier(init.callee) ?? '');
  return init.type === 'ArrayExpression' || init.type === 'ObjectExpression';
}

const mutators = [
  'set',
  'add',
  'delete',
  'clear',
  'push',
  'pop',
  'shift',
  'unshift',
  'splice',
  'sort',
  'reverse',
  'fill',
  'copyWithin',
];

const objectName = (node: unknown): string | undefined =>
  isNode(node) && node.type === 'MemberExpression' ? identifier(node.object) : undefined;

/** Returns the name of the variable whose content a node changes. */
function changedBy(node: Node): string | undefined {
  if (node.type === 'AssignmentExpression') return objectName(node.left);
  if (node.type === 'UpdateExpression') return objectName(node.argument);
  if (node.type === 'UnaryExpression' && node.operator === 'delete') return objectName(node.argument);
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return undefined;
  const method = identifier(node.callee.property) ?? '';
  if (objectName(node.callee) === 'Object' && method === 'assign')
    return identifier((node.arguments as unknown[])[0]);
  return mutators.includes(method) ? objectName(node.callee) : undefined;
}

/** Modules of node that reach outside the process, and packages that do. */
const ioModules =
  /^((node:)?(fs|net|http|https|http2|tls|dns|dgram|child_process|worker_threads|cluster|readline)(\/.*)?|pg(-.*)?|kysely|nodemailer|stripe|aws4fetch|undici|openid-client|graphile-worker|sharp)$/;

const bindsFetch = ({ nodes }: Source): boolean =>
  nodes.some(({ node }) =>
    [...((node.params as unknown[] | undefined) ?? []), node.local, node.id].some(
      (bound) => identifier(isNode(bound) && isNode(bound.left) ? bound.left : bound) === 'fetch',
    ),
  );

const globals = ['globalThis', 'window', 'self'];

const callsGlobalFetch = (node: Node, isBound: boolean): boolean => {
  if (node.type !== 'CallExpression' || !isNode(node.callee)) return false;
  if (globals.includes(objectName(node.callee) ?? '')) return identifier(node.callee.property) === 'fetch';
  return !isBound && identifier(node.callee) === 'fetch';
};

const titled = ['test', 'it', 'describe'];

/** `test`, for `test(…)`, `test.describe(…)` and `test.each(…)(…)`. */
const runnerName = (callee: unknown): string => {
  if (!isNode(callee)) return '';
  if (callee.type === 'CallExpression') return runnerName(callee.callee);
  return identifier(callee.type === 'MemberExpression' ? callee.object : callee) ?? '';
};

function testTitle(node: Node): string {
  if (node.type !== 'CallExpression' || !titled.includes(runnerName(node.callee))) return '';
  const [title] = node.arguments as unknown[];
  if (!isNode(title)) return '';
  if (title.type === 'Literal') return String(title.value);
  const parts = (title.quasis as { value: { raw: string } }[] | undefined) ?? [];
  return parts.map(({ value }) => value.raw).join('…');
}

const wrappers = ['ParenthesizedExpression', 'TSAsExpression', 'TSSatisfiesExpression'];

/** Removes brackets and types from an expression. */
const unwrap = (node: unknown): unknown =>
  isNode(node) && wrappers.includes(node.type) ? unwrap(node.expression) : node;

/** Whether a spread writes the members of a literal into a literal of the same kind, or into an element of JSX. */
function isPacked({ type, argument }: Node, container: Node | undefined): boolean {
  const literal = unwrap(argument);
  if (!isNode(literal)) return false;
  const takesObject = type === 'JSXSpreadAttribute' || container?.type === 'ObjectExpression';
  return literal.type === (takesObject ? 'ObjectExpression' : 'ArrayExpression');
}

const spreads = ['SpreadElement', 'JSXSpreadAttribute'];

/** Words with which a comment begins that lacks its subject. */
const hangingWords =
  /^(above|after|against|also|among|around|as|at|because of|before|behind|below|beneath|beside|besides|between|beyond|by|despite|during|except|for|from|in|instead of|into|of|on|once|onto|outside|through|throughout|to|toward|towards|under|until|upon|where|whither|with|within|without|since)\b/i;

/** Rules on how a file is written inside: its functions, state, names and comments. */
export const writingRules: Rule[] = [
  rulePerFile({
    title: 'no literal is packed into another by a spread',
    offences: ({ nodes }) =>
      nodes
        .filter(({ node, around }) => spreads.includes(node.type) && isPacked(node, around.at(-1)))
        .map(({ node }) => ({ node, what: 'spreads a literal, which merges nothing: write its members' })),
    offenders: {
      'src/ui/a.ts': 'export const a = { ...{ b: 1, c: 2 }, d: 3 };',
      'src/ui/b.ts': "export const b = ['x', ...['y', 'z']];",
      'src/ui/c.ts': "export const c = [...(['y', 'z'] as const)];",
      'src/ui/d.ts': 'export const d = { ...({ b: 1 } satisfies object) };',
      'test/e.ts': 'export const e = Math.max(...[1, 2]);',
      'src/ui/g.tsx': 'export const G = ({ id }) => <p {...{ id, title: "g" }} />;',
    },
    innocents: {
      'src/ui/f.ts': 'export const f = (b?: object) => ({ ...(b ? { c: 1 } : {}), ...b });',
    },
  }),
  rulePerFile({
    title: 'a module has no mutable state, except with a reason',
    offences: (source) => {
      if (!isProduct(source) || source.path in moduleState) return [];
      const changed = new Set(source.nodes.map(({ node }) => changedBy(node)));
      return moduleVariables(source)
        .filter(({ kind, name, init }) => kind !== 'const' || (isCollection(init) && changed.has(name)))
        .map(({ node, name }) => ({ node, what: `"${name}" changes while the program runs: pass it on` }));
    },
    offenders: {
      'src/ui/a.ts': 'let a = 1;',
      'src/platform/b.ts': 'export let b: string | undefined;',
      'src/platform/c.ts': 'const c = new WeakMap(); export const d = (x: object) => c.set(x, 1);',
      'src/platform/d.ts': 'const d: string[] = []; export const e = (x: string) => d.push(x);',
      'src/platform/e.ts': 'const e = { n: 0 }; export const f = () => { e.n += 1; };',
      'src/platform/f.ts': 'const f: any = {}; export const g = () => { delete f.g; };',
      'src/platform/g.ts': 'const g = {}; export const h = () => Object.assign(g, { a: 1 });',
    },
    innocents: {
      'src/ui/h.ts': "const h = new Set(['a']); export const i = (x: string) => h.has(x);",
      'src/ui/i.ts': 'export const i = () => { let n = 0; n += 1; return n; };',
      'src/ui/j.ts': 'const j = [2, 1]; export const k = () => j.toSorted();',
    },
  }),
  rulePerFile({
    title: 'shared does no I/O, not even on the server',
    offences: (source) => {
      if (!isProduct(source) || !source.path.startsWith('src/shared/') || source.path in sharedIo) return [];
      const isBound = bindsFetch(source);
      const calls = source.nodes.filter(({ node }) => callsGlobalFetch(node, isBound));
      return [
        ...source.imports
          .filter(({ target, isType }) => !isType && ioModules.test(target))
          .map(({ target, line }) => `line ${line} imports ${target}: shared does no I/O`),
        ...calls.map(({ node }) => ({ node, what: 'calls fetch: take it as an argument' })),
      ];
    },
    offenders: {
      'src/shared/a.server.ts': "import { readdirSync } from 'node:fs';",
      'src/shared/b.server.ts': "import { readFile } from 'node:fs/promises';",
      'src/shared/c.server.ts': "import pg from 'pg';",
      'src/shared/d.ts': "export const d = () => fetch('/d');",
      'src/shared/e.ts': "export const e = () => globalThis.fetch('/e');",
    },
    innocents: {
      'src/shared/f.server.ts': "import { hash } from 'node:crypto'; import type { Pool } from 'pg';",
      'src/shared/g.ts': "export const g = (fetch: typeof globalThis.fetch) => fetch('/g');",
    },
  }),
  rulePerFile({
    title: 'no exported name bears a word of the old vocabulary',
    offences: (source) =>
      !isProduct(source)
        ? []
        : exportedNames(source).flatMap(({ node, name }) => {
            const word = name in retiredNameExceptions ? undefined : retiredWordIn(name);
            return word ? [{ node, what: `"${name}" bears the retired word "${word}": see STYLE.md` }] : [];
          }),
    offenders: {
      'src/ui/a.ts': 'export function askServer() {}',
      'src/ui/b.ts': 'export const sizeWords = 1;',
      'src/ui/c.ts': 'const wasTold = 1; export { wasTold };',
      'src/ui/d.ts': 'export interface KeptRow {}',
      'src/ui/e.ts': 'export type rowsOf = string;',
    },
    innocents: {
      'src/ui/f.ts': "const told = 1; export const notFound = told; export const sizeOfRow = 'asked';",
      'src/ui/a.test.ts': 'export const told = 1;',
    },
  }),
  rulePerFile({
    title: 'the title of a test names its subject: no "whoever", "nobody", "meanwhile"',
    offences: ({ nodes }) =>
      nodes.flatMap(({ node }) => {
        const [word] = retiredInTitles.exec(testTitle(node)) ?? [];
        return word ? [{ node, what: `has "${word}": name the subject, the condition and the result` }] : [];
      }),
    offenders: {
      'src/ui/a.test.ts': "test('nobody gets in', () => {});",
      'src/ui/b.test.ts': "test.each([1])('%s goes meanwhile', () => {});",
      'src/ui/c.test.ts': "describe('whoever comes', () => {});",
      'e2e/d.spec.ts': 'test.describe(`all is sent anew`, () => {});',
    },
    innocents: { 'src/ui/e.test.ts': "test('rejects a guest', () => { shout('nobody'); });" },
  }),
  rulePerFile({
    title: 'no comment begins with a preposition or with "also"',
    offences: ({ comments }) =>
      comments.flatMap((comment) => {
        const [word] = hangingWords.exec(comment.text) ?? [];
        return word
          ? [{ node: comment, what: `begins with "${word}": write a sentence with a subject` }]
          : [];
      }),
    offenders: {
      'src/ui/a.ts': '/** Of the home. */\nexport const a = 1;',
      'src/ui/b.ts': '/**\n * With the receipt.\n * @param id of the booking\n */\nexport const b = 1;',
      'src/ui/c.tsx': 'export const C = () => <p>{/* For a phone. */}</p>;',
      'src/ui/d.ts': 'export const d = 1; // in minor units',
      'scripts/e.ts': '// Also after an error.\n// The page is gone.\nrun();',
      'bench/f.ts': '// The first.\n\n// Until the end.\nrun();',
      'rehearsal/g.ts': '// Where the site runs.\nrun();',
      'sandbox/h.mjs': '/* As Node does it. */\nrun();',
      'test/i.ts': 'export interface I {\n  /** From 1. */\n  page: number;\n}',
      'e2e/j.spec.ts': '/** From the shop to the page of the payment. */\nexport const j = 1;',
    },
    innocents: {
      'src/ui/k.ts': '// The page counts\n// from 1.\nexport const k = "// Of the home.";',
      'src/ui/l.ts': '/** Formats a price. @returns `in` and `of` */\nexport const l = 1; /* Inline. */',
    },
  }),
];
