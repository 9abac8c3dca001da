import {
  UNSAFE_withComponentProps as withComponentProps,
  UNSAFE_withErrorBoundaryProps as withErrorBoundaryProps,
} from 'react-router';
import * as entry from '../src/entry.server.tsx';
import type { Platform } from '../src/platform/context.server.ts';
import { createLog } from '../src/platform/observability/logger.server.ts';
import { createPageRenderer, type PagesBuild, type RenderPage } from '../src/platform/render-page.server.ts';
import * as root from '../src/root.tsx';
import { fallbackSettings } from '../src/ui/error-page.tsx';
import { testSettings } from './app.ts';

/** A line of `routes.ts`, with the module of its file. */
interface Page {
  path: string;
  module: { default: object };
}

type RouteComponent = Parameters<typeof withComponentProps>[0];

const script = { module: '/assets/a.js', imports: [] };

/** Wraps the components of routes as the bundler does. */
const buildOf = ({ path, module }: Page): PagesBuild =>
  ({
    routes: {
      root: {
        id: 'root',
        path: '',
        module: { ...root, ErrorBoundary: withErrorBoundaryProps(root.ErrorBoundary) },
      },
      page: {
        id: 'page',
        parentId: 'root',
        path,
        module: { ...module, default: withComponentProps(module.default as RouteComponent) },
      },
    },
    assets: {
      entry: script,
      routes: {
        root: { ...script, id: 'root' },
        page: { ...script, id: 'page', hasLoader: 'loader' in module },
      },
      url: '/assets/manifest.js',
      version: '',
    },
    entry: { module: entry },
    future: {},
    ssr: true,
    isSpaMode: false,
    prerender: [],
    publicPath: '/',
    assetsBuildDirectory: '',
    routeDiscovery: { mode: 'initial', manifestPath: '/__manifest' },
  }) as unknown as PagesBuild;

/**
 * Requests a page within the site's frame, as a browser without scripts does.
 * @param respond called for each call of the API
 */
export async function showPage(
  page: Page,
  request: Request,
  respond: (call: Request) => Response,
): Promise<{ status: number; html: string }> {
  const response = await rendererOf(page, respond)(request, {});
  return { status: response.status, html: await response.text() };
}

/** Renders one page within the site's frame. @param respond called for each call of the API */
export function rendererOf(page: Page, respond: (call: Request) => Response): RenderPage {
  const platform = {
    settings: testSettings('postgresql://localhost/pcb', '/tmp'),
    content: { version: () => null, get: () => undefined, set: () => {} },
    log: createLog('silent'),
  } as unknown as Platform;
  return createPageRenderer({
    platform,
    build: buildOf(page),
    cache: { serve: () => false, store: async () => {} },
    api: respond,
  });
}

/** The response to every call while the database restarts. */
export const outage = (): Response =>
  Response.json({ message: 'We are back in a moment. Please try again.' }, { status: 503 });

/** The responses that the site's frame needs, for a visitor without a session. */
export const frameResponse = ({ url }: Request): Response =>
  Response.json(url.endsWith('/api/site') ? fallbackSettings : { user: null });
