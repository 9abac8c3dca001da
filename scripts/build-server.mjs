// Bundles the server into one file, and each program that it forks into one of its own: they start in a fraction of the time,
// and in far less memory, than hundreds of modules whose types are stripped while they load.
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'build', 'app');

/** Code that refers to another file: to a worker, whose bundle lies beside the server's, or to anything else. */
const location = /new URL\('\.\/([\w-]+\.worker)\.server\.ts', import\.meta\.url\)|import\.meta\.url/g;

/** Files that a module finds beside itself (migrations, scenes) are still found from the bundle. */
const ownLocation = {
  name: 'own-location',
  transform(code, id) {
    if (!id.startsWith(path.join(root, 'src')) || !code.includes('import.meta.url')) return null;
    const here = path.relative(folder, id).split(path.sep).join('/');
    const fromBundle = (_, worker) =>
      worker
        ? `new URL('./${worker}.js', import.meta.url)`
        : `new URL(${JSON.stringify(here)}, import.meta.url).href`;
    return { code: code.replaceAll(location, fromBundle), map: null };
  },
};

const shared = {
  platform: 'node',
  // React is bundled in its production form with any NODE_ENV, because mails are rendered with it.
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [ownLocation],
  logLevel: 'warn',
};
const output = {
  dir: folder,
  format: 'esm',
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
  // V8 keeps a whole source, with its comments.
  comments: { legal: true, jsdoc: false, annotation: false },
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  banner:
    "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
};

// Native packages, and those that find files of their own, stay where they are.
const server = await rolldown({
  ...shared,
  input: path.join(root, 'src', 'server.ts'),
  external: [/^node:/, 'sharp', 'pg-native'],
});
await server.write(output);
await server.close();

// These programs' packages stay outside: several find files of their own.
const workers = globSync('src/**/*.worker.server.ts', { cwd: root }).map((file) => [
  path.basename(file, '.server.ts'),
  path.join(root, file),
]);
const programs = await rolldown({ ...shared, input: Object.fromEntries(workers), external: [/^[@a-z]/] });
await programs.write(output);
await programs.close();

/**
 * Escapes what Latin-1 lacks: V8 keeps a whole source with two bytes for each character where one of them needs it, which
 * costs the idle process 4 MB.
 */
const toOneByte = (code) =>
  code.replaceAll(/(\\*)([^\0-\xff])/g, (_, before, character) => {
    const isEscaped = before.length % 2 === 1;
    const code = character.charCodeAt(0).toString(16).padStart(4, '0');
    return `${isEscaped ? before.slice(1) : before}\\u${code}`;
  });

for (const file of globSync('build/{app,server}/**/*.js', { cwd: root })) {
  const program = path.join(root, file);
  writeFileSync(program, toOneByte(readFileSync(program, 'utf8')));
}
