import { fileURLToPath } from 'node:url';
import { readSettings } from './env.server.ts';
import { listen } from './platform/http/node-server.server.ts';
import { createReleaseFiles } from './platform/http/release-files.server.ts';
import { securityHeaders } from './platform/http/security-headers.server.ts';
import { createStaticFiles } from './platform/http/static-files.server.ts';
import { createPageRenderer, type PagesBuild } from './platform/render-page.server.ts';
import { notifyParent, runProcess } from './run-process.server.ts';
import { startSite } from './start-site.server.ts';

const buildFolder = new URL('../build/', import.meta.url);
const clientFolder = fileURLToPath(new URL('client/', buildFolder));

await runProcess(() => {
  const settings = readSettings();
  return startSite(settings, {
    async createRenderer(parts) {
      const build = (await import(new URL('server/index.js', buildFolder).href)) as PagesBuild;
      return createPageRenderer({ ...parts, build });
    },
    serveStatic: createStaticFiles(
      clientFolder,
      securityHeaders(settings),
      settings.releasesFolder ? createReleaseFiles(settings.releasesFolder, clientFolder) : undefined,
    ),
    async open(server) {
      await listen(server, settings.port, settings.socketFd);
      notifyParent({ ready: settings.appUrl });
    },
    progress: (line) => notifyParent({ progress: line }),
  });
});
