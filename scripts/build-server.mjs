// Bundles the server into one file: it starts in a fraction of the time, and in far less memory, than hundreds of
// modules whose types are stripped while they load.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const folder = path.join(root, 'build', 'app');

/** Packages that stay where they are: native ones, and those that find files of their own. */
const external = [/^node:/, 'sharp', 'graphile-worker', 'pg-native'];

/** Files that a module finds beside itself (migrations, scenes) are still found from the bundle. */
const ownLocation = {
  name: 'own-location',
  transform(code, id) {
    if (!id.startsWith(path.join(root, 'src')) || !code.includes('import.meta.url')) return null;
    const here = path.relative(folder, id).split(path.sep).join('/');
    return {
      code: code.replaceAll('import.meta.url', `new URL(${JSON.stringify(here)}, import.meta.url).href`),
      map: null,
    };
  },
};

const bundle = await rolldown({
  input: path.join(root, 'src', 'server.ts'),
  platform: 'node',
  external,
  // React in its production form, whatever NODE_ENV says: mails are rendered with it.
  transform: { define: { 'process.env.NODE_ENV': '"production"' } },
  plugins: [ownLocation],
  logLevel: 'warn',
});
await bundle.write({
  dir: folder,
  format: 'esm',
  entryFileNames: 'server.js',
  chunkFileNames: '[name]-[hash].js',
  minify: { compress: true, mangle: false, codegen: { removeWhitespace: false } },
  banner:
    "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
});
await bundle.close();
