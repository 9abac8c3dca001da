import { reactRouter } from '@react-router/dev/vite';
import tailwindcss from '@tailwindcss/vite';
import { defineConfig } from 'vite';

export default defineConfig(({ command }) => ({
  plugins: [tailwindcss(), reactRouter()],
  server: { hmr: { port: 24_679 } },
  build: { target: 'es2022', assetsInlineLimit: 0 },
  // The built pages hold all they need, in its production form whatever NODE_ENV says: React's development form renders
  // three times slower, and one file starts sooner than hundreds (bench/pages.ts and bench/start.ts show both).
  ...(command === 'build' && {
    ssr: { noExternal: true as const },
    define: { 'process.env.NODE_ENV': '"production"' },
  }),
}));
