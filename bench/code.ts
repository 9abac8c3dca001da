import path from 'node:path';
import { features, orderedRooms, retiredNameExceptions } from '../test/architecture.config.ts';
import { exportedNames, retiredWordIn } from '../test/dialect.ts';
import { functionTypes, isProduct } from '../test/rule.ts';
import { isNode, type Node, readRepository, type Source } from '../test/source.ts';
import { type Figure, quantile } from './metric.ts';

const isTestCode = ({ path: file }: Source): boolean =>
  /\.(test|spec)\.tsx?$/.test(file) || /^(e2e|test)\//.test(file);

const lineCount = ({ text }: Source): number => text.trimEnd().split('\n').length;

const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);

/** Folders whose files are data and may be many. */
const isData = (folder: string): boolean => /\/(migrations|schemas|images)$/.test(folder);

function largestFolder(sources: Source[]): number {
  const counts = new Map<string, number>();
  for (const source of sources) {
    const folder = path.posix.dirname(source.path);
    if (!isData(folder)) counts.set(folder, (counts.get(folder) ?? 0) + 1);
  }
  return Math.max(...counts.values());
}

/** Lines of the longest function, from its first to its last. */
function longestFunction(sources: Source[]): number {
  const lengths = sources.flatMap(({ nodes, text }) =>
    nodes
      .filter(({ node }) => functionTypes.includes(node.type))
      .map(({ node }) => text.slice(node.start, node.end).split('\n').length),
  );
  return Math.max(...lengths);
}

const isRetired = (name: string): boolean =>
  !(name in retiredNameExceptions) && retiredWordIn(name) !== undefined;

/** Comment lines as a share of the lines that are not empty, in percent. */
function commentShare(sources: Source[]): number {
  const lines = sources.flatMap(({ text }) => text.split('\n')).filter((line) => line.trim() !== '');
  const comments = lines.filter((line) => /^\s*(\/\/|\/\*|\*)/.test(line));
  return (100 * comments.length) / lines.length;
}

interface Arrow {
  feature: string;
  from: string;
  to: string;
}

/** The room of a file: `src/features/FEATURE/ROOM/…`; null for the feature's own files. */
function roomOf(file: string): { feature: string; room: string } | null {
  const [, feature = '', room = ''] = /^src\/features\/([^/]+)\/([^/]+)\//.exec(file) ?? [];
  return feature && room ? { feature, room } : null;
}

/** Which room of a feature uses which other one of it, each pair of rooms once. */
function arrowsBetweenRooms(product: Source[]): Arrow[] {
  const arrows = new Map<string, Arrow>();
  for (const source of product) {
    const own = roomOf(source.path);
    for (const { target } of source.imports) {
      const used = roomOf(target);
      if (!own || !used || own.feature !== used.feature || own.room === used.room) continue;
      const arrow = { feature: own.feature, from: own.room, to: used.room };
      arrows.set(Object.values(arrow).join(' '), arrow);
    }
  }
  return [...arrows.values()];
}

/** Pairs of rooms that import each other. */
const mutualPairs = (arrows: Arrow[]): number =>
  arrows.filter(({ feature, from, to }) =>
    arrows.some((other) => other.feature === feature && other.from === to && other.to === from),
  ).length / 2;

/** Imports within features with ordered rooms that run against the order. */
const backArrows = (arrows: Arrow[]): number =>
  arrows.filter(({ feature, from, to }) => {
    const rooms = orderedRooms[feature] ?? [];
    return rooms.includes(from) && rooms.includes(to) && rooms.indexOf(to) > rooms.indexOf(from);
  }).length;

const speaksToBookings =
  /(From|Into|Table|Join)\(\s*'bookings( as \w+)?'|\b(from|join|update|into) bookings\b/;

/** The names that a file declares or writes as keys, each as often as it occurs there. */
const declaredNames = ({ nodes }: Source): string[] =>
  nodes.flatMap(({ node: { key, id, params } }) =>
    [key, id, ...(Array.isArray(params) ? params : [])].flatMap((name) =>
      isNode(name) && name.type === 'Identifier' && typeof name.name === 'string' ? [name.name] : [],
    ),
  );

/** Files that draw a label of their own: `ui/forms` has the one set of fields. */
const labelsOutsideForms = (product: Source[]): number =>
  product.filter(
    ({ path: file, text }) => !file.startsWith('src/ui/forms/') && /<label[\s>]|htmlFor=/.test(text),
  ).length;

/** Components of their own that draw a `<dialog>`. */
const dialogs = (product: Source[]): number => product.filter(({ text }) => /<dialog\n/.test(text)).length;

/** Objects that spread a condition: `...(x ? { … } : {})` and `...(x && { … })`, in a literal or in JSX. */
function isConditionalSpread({ node, around }: Source['nodes'][number]): boolean {
  const isInObject = node.type === 'JSXSpreadAttribute' || around.at(-1)?.type === 'ObjectExpression';
  if (!/Spread/.test(node.type) || !isInObject) return false;
  const { type, operator } = unwrapped(node.argument);
  return type === 'ConditionalExpression' || (type === 'LogicalExpression' && operator !== '??');
}

const toColumn = (name: string): string => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The name that an expression reads, as it is or as a moment in JSON: `row.a_b`, `row.a_b?.toISOString() ?? null`. */
function nameIn(expression: unknown): unknown {
  const node = unwrapped(expression);
  if (node.type === 'LogicalExpression' && unwrapped(node.right).type === 'Literal') return nameIn(node.left);
  if (node.type === 'CallExpression') {
    const callee = unwrapped(node.callee);
    return nameIn(callee.property) === 'toISOString' ? nameIn(callee.object) : undefined;
  }
  if (node.type === 'AssignmentPattern') return nameIn(node.left);
  if (node.type === 'MemberExpression' && !node.computed) return nameIn(node.property);
  return node.type === 'Identifier' ? node.name : undefined;
}

const wrappers = ['ParenthesizedExpression', 'ChainExpression'];

/** The expression in parentheses, or in an optional chain. */
function unwrapped(expression: unknown): Node {
  if (!isNode(expression)) return { type: '', start: 0, end: 0 };
  return wrappers.includes(expression.type) ? unwrapped(expression.expression) : expression;
}

/**
 * A column that gets another name by hand: `{ startDate: row.start_date }`, `({ start_date: startDate }) => …`. Those that
 * are left stand where a specified field, stored JSON or a provider has its own name, or where a rule needs the whole row.
 */
function isRenamedColumn({ node, around }: Source['nodes'][number]): boolean {
  if (node.type !== 'Property' || node.computed) return false;
  const isRead = around.at(-1)?.type === 'ObjectPattern';
  const names = [nameIn(node.key), nameIn(node.value)].map(String);
  const [column = '', field = ''] = isRead ? names : names.toReversed();
  return field !== column && toColumn(field) === column;
}

/** Names of types that more than one file declares, but for those of props. */
function sharedTypeNames(product: Source[]): number {
  const files = new Map<string, Set<string>>();
  for (const { path: file, text } of product) {
    for (const [, name = ''] of text.matchAll(/^(?:export )?(?:interface|type) (\w+)/gm)) {
      if (name.endsWith('Props')) continue;
      files.set(name, (files.get(name) ?? new Set()).add(file));
    }
  }
  return [...files.values()].filter((set) => set.size > 1).length;
}

/** Comments with a retired word: a response or reply is no "answer", and an image no "picture". */
const retiredComments = (sources: Source[]): number =>
  sources.flatMap(({ comments }) => comments).filter(({ text }) => /\b(answer|picture)/i.test(text)).length;

const maxCommentLength = 130;

/** Lines that hold only a comment and are too long to be read at once. */
const longCommentLines = (sources: Source[]): number =>
  sources
    .flatMap(({ text }) => text.split('\n'))
    .filter((line) => line.length > maxCommentLength && /^\s*(\/\/|\/\*|\*)/.test(line)).length;

/** Measures the source code itself: size, rooms, functions, names, comments, tests. */
export async function code(): Promise<Figure[]> {
  const { sources } = readRepository(path.join(import.meta.dirname, '..'));
  const product = sources.filter(isProduct);
  const lengths = product.map(lineCount);
  const productLines = sum(lengths);
  const arrows = arrowsBetweenRooms(product);
  const nodes = product.flatMap((source) => source.nodes);
  return [
    { name: 'Features', value: features.length },
    { name: 'Pairs of rooms that import each other', value: mutualPairs(arrows), max: 0 },
    { name: 'Arrows between ordered rooms that run back', value: backArrows(arrows), max: 0 },
    {
      name: 'Files that speak to the table of bookings',
      value: product.filter(({ text }) => speaksToBookings.test(text)).length,
    },
    { name: 'Product files', value: product.length },
    { name: 'Product lines', value: productLines },
    {
      name: 'Bytes of the product without indentation',
      value: sum(product.map(({ text }) => Buffer.byteLength(text.replace(/^[ \t]+/gm, '')))),
    },
    { name: 'Lines a file, median', value: quantile(lengths, 0.5) },
    { name: 'Lines a file, 90th percentile', value: quantile(lengths, 0.9) },
    { name: 'Lines a file, longest', value: Math.max(...lengths) },
    { name: 'Files in the largest folder', value: largestFolder(product) },
    { name: 'Comment lines', value: commentShare(product), unit: '%' },
    {
      name: `Comment lines above ${maxCommentLength} characters`,
      value: longCommentLines(sources),
      max: 0,
    },
    { name: 'Comments with "answer" or "picture"', value: retiredComments(sources), max: 20 },
    { name: 'Lines of the longest function', value: longestFunction(product) },
    { name: 'Files with a label outside ui/forms', value: labelsOutsideForms(product), max: 0 },
    { name: 'Files that draw a dialog', value: dialogs(product), max: 2 },
    {
      name: 'Conditional spreads',
      value: nodes.filter(isConditionalSpread).length,
      max: 0,
    },
    { name: 'Columns renamed by hand', value: nodes.filter(isRenamedColumn).length, max: 28 },
    { name: 'Names of types that several files declare', value: sharedTypeNames(product), max: 0 },
    {
      name: 'Exported names with a retired word',
      value: product.flatMap(exportedNames).filter(({ name }) => isRetired(name)).length,
      max: 0,
    },
    {
      name: 'Declared names and keys with a retired word',
      value: product.flatMap(declaredNames).filter(isRetired).length,
      max: 20,
    },
    {
      name: 'Lines of tests to lines of product',
      value: sum(sources.filter(isTestCode).map(lineCount)) / productLines,
    },
  ];
}
