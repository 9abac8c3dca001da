// Lists every call of the API in the order of `src/api.ts`, with its access and the file of its handler.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Hono } from 'hono';
import type { ApiEnv } from '../src/platform/http/app-env.server.ts';
import { routes } from '../src/platform/openapi/document.server.ts';

const root = path.join(import.meta.dirname, '..');

export const callsFile = path.join(root, 'docs/calls.md');

const head = `# Every call of the API

Written by \`npm run api:calls\`; a test compares it. The file, below \`src/features\`, has the call's handler and imports
its path from a \`calls.ts\` beside it. Queries, bodies, responses and errors are at \`/api/docs\`.

| Method | Path | Access | File |
|---|---|---|---|
`;

/** The files that `src/api.ts` imports groups of calls from, by the group's name. */
const groupFiles = (source: string): Map<string, string> =>
  new Map(
    [...source.matchAll(/import \{([^}]*)\} from '\.\/(features\/[^']*)'/g)].flatMap(
      ([, names = '', file = '']) =>
        names.split(',').map((name): [string, string] => [name.trim(), path.join('src', file)]),
    ),
  );

/** A table of all calls in Markdown. */
export async function listCalls(): Promise<string> {
  const source = readFileSync(path.join(root, 'src/api.ts'), 'utf8');
  const files = groupFiles(source);
  const lines: string[] = [];
  for (const [, name = ''] of source.matchAll(/mount\(api, '[^']*', (\w+)\)/g)) {
    const file = files.get(name) ?? '';
    const group = (await import(path.join(root, file)))[name] as { app: Hono<ApiEnv> };
    const handler = file.replace('src/features/', '');
    for (const call of routes(group.app)) {
      const address = `/api${call.path}`.replace(/\{(\w+)\}/g, ':$1');
      lines.push(`| ${call.method.toUpperCase()} | \`${address}\` | ${call.access} | ${handler} |\n`);
    }
  }
  return head + lines.join('');
}
