import path from 'node:path';
import { retiredNameExceptions } from '../test/architecture.config.ts';
import { exportedNames, retiredWordIn } from '../test/dialect.ts';
import { functionTypes, isProduct } from '../test/rule.ts';
import { readRepository, type Source } from '../test/source.ts';
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

/** Measures the source code itself: size, folders, functions, comments, tests. */
export async function code(): Promise<Figure[]> {
  const { sources } = readRepository(path.join(import.meta.dirname, '..'));
  const product = sources.filter(isProduct);
  const lengths = product.map(lineCount);
  const productLines = sum(lengths);
  return [
    { name: 'Product files', value: product.length },
    { name: 'Product lines', value: productLines },
    {
      name: 'Bytes of the product without indentation',
      value: sum(product.map(({ text }) => Buffer.byteLength(text.replace(/^[ \t]+/gm, '')))),
      max: 2_050_000,
    },
    { name: 'Lines a file, median', value: quantile(lengths, 0.5) },
    { name: 'Lines a file, 90th percentile', value: quantile(lengths, 0.9) },
    { name: 'Lines a file, longest', value: Math.max(...lengths) },
    { name: 'Files in the largest folder', value: largestFolder(product) },
    { name: 'Comment lines', value: commentShare(product), unit: '%' },
    { name: 'Lines of the longest function', value: longestFunction(product) },
    {
      name: 'Exported names with a retired word',
      value: product.flatMap(exportedNames).filter(({ name }) => isRetired(name)).length,
      max: 0,
    },
    {
      name: 'Lines of tests to lines of product',
      value: sum(sources.filter(isTestCode).map(lineCount)) / productLines,
    },
  ];
}
