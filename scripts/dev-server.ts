import { once } from 'node:events';
import { realpathSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createServerModuleRunner, createServer as createVite } from 'vite';
import type { PagesBuild, RenderPage } from '../src/platform/render-page.server.ts';
import { notifyParent, runProcess } from '../src/run-process.server.ts';

const root = path.join(import.meta.dirname, '..');
/** Editors write a file in several steps. */
const afterChangeMs = 50;

/** The site as its sources are now. */
interface RunningSite {
  /** Identifies the sources that it was started from; changes once any of its modules does. */
  module: object;
  /** Takes requests without listening. */
  server: Server;
  stop(): Promise<void>;
}

await runProcess(async () => {
  const door = createServer();
  const vite = await createVite({
    root,
    appType: 'custom',
    cacheDir: path.join(root, 'build', 'dev'),
    // Packages are prepared before the first page asks for them: found one by one, each would load the page again.
    optimizeDeps: { entries: ['src/entry.client.tsx', 'src/root.tsx', 'src/features/*/pages/*.tsx'] },
    server: {
      middlewareMode: true,
      hmr: { server: door },
      // `node_modules` may be a link to elsewhere; the database and the uploads are no sources.
      fs: {
        allow: [root, realpathSync(path.join(root, 'node_modules'))],
        deny: ['.env', '.env.*', '**/.git/**', '**/data/**'],
      },
      watch: { ignored: ['**/data/**', '**/build/**', '**/test-results/**'] },
    },
  });
  const modules = createServerModuleRunner(vite.environments.ssr, { hmr: false });
  const load = <Module>(file: string) => modules.import<Module>(path.join(root, 'src', file));

  const { readSettings } = await load<typeof import('../src/env.server.ts')>('env.server.ts');
  const settings = readSettings();

  async function launch(): Promise<RunningSite> {
    const { createPageRenderer } = await load<typeof import('../src/platform/render-page.server.ts')>(
      'platform/render-page.server.ts',
    );
    const module = await load<typeof import('../src/start-site.server.ts')>('start-site.server.ts');
    const opened = Promise.withResolvers<Server>();
    const stop = await module.startSite(settings, {
      async createRenderer(parts) {
        // A cached page would outlive the components that it was made of.
        const cache = { ...parts.cache, store: async () => {} };
        return renderLatest(
          () => modules.import<PagesBuild>('virtual:react-router/server-build'),
          (build) => createPageRenderer({ ...parts, cache, build }),
        );
      },
      serveStatic: async () => null,
      open: async (server) => opened.resolve(server),
      progress: (progress) => notifyParent({ progress }),
    });
    return { module, server: await opened.promise, stop };
  }

  let site = await launch();

  /** Replaces the running site when one of its modules has changed; one that does not start leaves it in place. */
  async function relaunch(isForced: boolean): Promise<void> {
    try {
      if (!isForced && (await load<object>('start-site.server.ts')) === site.module) return;
      const previous = site;
      site = await launch();
      await previous.stop();
    } catch (error) {
      console.error(error instanceof Error ? error.message : error);
    }
  }

  let timer: NodeJS.Timeout | undefined;
  let isForced = false;
  let relaunched = Promise.resolve();
  vite.watcher.on('all', (_event, file) => {
    if (!file.startsWith(path.join(root, 'src') + path.sep)) return;
    // These are found in their folders, not imported by name.
    isForced ||= file.endsWith('.sql') || file.includes(path.join('shared', 'schemas'));
    clearTimeout(timer);
    timer = setTimeout(() => {
      const force = isForced;
      isForced = false;
      relaunched = relaunched.then(() => relaunch(force));
    }, afterChangeMs);
  });

  door.on('request', (request: IncomingMessage, response: ServerResponse) =>
    vite.middlewares(request, response, () => site.server.emit('request', request, response)),
  );
  // Vite serves sources to any client, so the server only listens on this machine.
  door.listen({ port: settings.port, host: 'localhost' });
  await once(door, 'listening');
  notifyParent({ ready: settings.appUrl });

  return async () => {
    await vite.close();
    await relaunched;
    await site.stop();
  };
});

/** Renders each page with the build that the current sources give. */
function renderLatest(
  loadBuild: () => Promise<PagesBuild>,
  createRenderer: (build: PagesBuild) => RenderPage,
): RenderPage {
  let latest: { build: PagesBuild; render: RenderPage } | undefined;
  const render = async (request: Request, env: Parameters<RenderPage>[1]) => {
    const build = await loadBuild();
    if (latest?.build !== build) latest = { build, render: createRenderer(build) };
    const response = await latest.render(request, env);
    const policy = response.headers.get('Content-Security-Policy');
    if (policy) response.headers.set('Content-Security-Policy', allowHotReload(policy));
    return response;
  };
  return Object.assign(render, { pattern: (path: string) => latest?.render.pattern?.(path) ?? '*' });
}

/** Vite puts styles into the page by script, and announces changes through a socket. */
const allowHotReload = (policy: string): string =>
  policy
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("connect-src 'self'", "connect-src 'self' ws:");
