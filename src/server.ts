import { fileURLToPath } from 'node:url';
import { readSettings } from './env.server.ts';
import { listen } from './platform/http/node-server.server.ts';
import { securityHeaders } from './platform/http/security-headers.server.ts';
import { createStaticFiles } from './platform/http/static-files.server.ts';
import { createPageRenderer, type PagesBuild } from './platform/render-page.server.ts';
import { notifyParent, runProcess } from './run-process.server.ts';
import { startSite } from './start-site.server.ts';

const buildFolder = new URL('../build/', import.meta.url);

await runProcess(() => {
  const settings = readSettings();
  return startSite(settings, {
    async createRenderer(parts) {
      const build = (await import(new URL('server/index.js', buildFolder).href)) as PagesBuild;
      return createPageRenderer({ ...parts, build });
    },
    serveStatic: createStaticFiles(fileURLToPath(new URL('client/', buildFolder)), securityHeaders(settings)),
    async open(server) {
      await listen(server, settings.port, settings.socketFd);
      notifyParent({ ready: settings.appUrl });
    },
    progress: (line) => notifyParent({ progress: line }),
  });
});
