import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'vite';

/** A node of the syntax tree (ESTree with TypeScript and JSX); its other properties depend on `type`. */
export interface Node {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

export interface Import {
  /** A path from the root of the repository, or the name of a package. */
  target: string;
  /** Whether only types are taken, so that nothing is loaded. */
  isType: boolean;
  line: number;
}

/** A comment, and its text without the slashes and stars around it. */
export interface Comment {
  type: 'Line' | 'Block';
  start: number;
  end: number;
  text: string;
}

/** One source file, read and parsed. */
export interface Source {
  /** The path from the root of the repository, with slashes. */
  path: string;
  text: string;
  body: Node[];
  /** Every node with those around it, outermost first. */
  nodes: { node: Node; around: Node[] }[];
  /** Every comment in order; those of successive lines count as one. */
  comments: Comment[];
  imports: Import[];
  lineAt(place: { start: number }): number;
}

const codeFolders = ['src', 'test', 'scripts', 'sandbox', 'e2e', 'bench', 'rehearsal'];
const codeName = /\.(ts|tsx|mjs)$/;

/** Every source file of the repository, and every folder below `src`. */
export function readRepository(root: string): { sources: Source[]; folders: string[] } {
  const entries = codeFolders.flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, withFileTypes: true }).map((entry) => ({
      isFolder: entry.isDirectory(),
      path: path.relative(root, path.join(entry.parentPath, entry.name)).split(path.sep).join('/'),
    })),
  );
  const files = entries.filter((entry) => !entry.isFolder && codeName.test(entry.path));
  return {
    sources: files.map((file) => parseSource(file.path, readFileSync(path.join(root, file.path), 'utf8'))),
    folders: entries.filter((entry) => entry.isFolder && entry.path.startsWith('src/')).map((e) => e.path),
  };
}

/** @throws Error naming the file when it cannot be parsed */
export function parseSource(file: string, text: string): Source {
  const { program, comments, errors } = parseSync(file, text);
  const [problem] = errors;
  if (problem) throw new Error(`${file} cannot be parsed: ${problem.message}`);
  const body = program.body as unknown as Node[];
  const nodes: Source['nodes'] = [];
  for (const node of body) collect(node, [], nodes);
  const lineAt = ({ start }: { start: number }) => text.slice(0, start).split('\n').length;
  const imports = nodes.flatMap(({ node }) => {
    const target = importTarget(file, node);
    return target === null ? [] : [{ target, isType: isTypeOnly(node), line: lineAt(node) }];
  });
  return { path: file, text, body, nodes, comments: toComments(text, comments), imports, lineAt };
}

const isNextLine = (between: string): boolean => /^\r?\n[ \t]*$/.test(between);

/** Joins comments of successive lines, and removes the stars of a block. */
function toComments(source: string, parsed: ReturnType<typeof parseSync>['comments']): Comment[] {
  const comments: Comment[] = [];
  for (const { type, start, end, value } of parsed) {
    const before = comments.at(-1);
    const text = value.replaceAll(/^\s*\*+/gm, '').trim();
    if (type === 'Line' && before?.type === 'Line' && isNextLine(source.slice(before.end, start))) {
      before.end = end;
      before.text += `\n${text}`;
    } else comments.push({ type, start, end, text });
  }
  return comments;
}

function collect(node: Node, around: Node[], nodes: Source['nodes']): void {
  nodes.push({ node, around });
  const inside = [...around, node];
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) collect(child, inside, nodes);
    }
  }
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string';

const importTypes = [
  'ImportDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ImportExpression',
];

function importTarget(file: string, node: Node): string | null {
  const source = node.source;
  if (!importTypes.includes(node.type) || !isNode(source) || typeof source.value !== 'string') return null;
  const specifier = source.value.split('?')[0] ?? '';
  return specifier.startsWith('.') ? path.posix.join(path.posix.dirname(file), specifier) : specifier;
}

function isTypeOnly(node: Node): boolean {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const specifiers = node.specifiers as Node[] | undefined;
  return (
    specifiers !== undefined &&
    specifiers.length > 0 &&
    specifiers.every((specifier) => specifier.importKind === 'type' || specifier.exportKind === 'type')
  );
}
