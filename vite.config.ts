import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

/** Few files instead of twenty small ones: on a phone each costs a round trip before the page can be used. */
const groups = [
  { name: 'framework', test: /node_modules[\\/](react|react-dom|react-router|scheduler)[\\/]/, priority: 2 },
  { name: 'shared', test: /[\\/]src[\\/]|lucide-react|hono/, minShareCount: 3, priority: 1 },
];

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  server: { hmr: { port: 24_679 } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  environments: { client: { build: { rolldownOptions: { output: { codeSplitting: { groups } } } } } },
  // The built pages hold all they need, in its production form whatever NODE_ENV says: React's development form renders
  // three times slower, and one file starts sooner than hundreds (bench/pages.ts and bench/start.ts show both).
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
}));
