import { text } from 'node:stream/consumers';
import { renderToString } from 'react-dom/server';
import {
  type EntryContext,
  type HandleErrorFunction,
  isRouteErrorResponse,
  type RouterContextProvider,
  ServerRouter,
} from 'react-router';
import { type PageContext, pageContext } from './load-context.ts';
import { type StructuredDataSource, toBusinessFacts } from './shared/seo/json-ld.ts';
import type { SiteSettings } from './shared/site-settings.server.ts';
import { serverPartsLoaded } from './ui/loading/lazy-hydration.tsx';

export { createRequestHandler, RouterContextProvider } from 'react-router';
export { pageContext };

/** Nothing is awaited after rendering, so React Router's 5 s would only turn a stalled moment into an error page. */
export const streamTimeout = 30_000;

/** Renders a page to a string: all its data is there, and a stream takes twice the time. The page is returned in its context. */
export default async function renderPage(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  loadContext: RouterContextProvider,
): Promise<Response> {
  const page = loadContext.get(pageContext);
  const { nonce } = page;
  const { serverHandoffStream: data, ...context } = routerContext;
  await serverPartsLoaded();
  const rendered = renderToString(<ServerRouter context={context} url={request.url} nonce={nonce} />);
  const named = withNonce(rendered, nonce);
  const html = import.meta.env.DEV ? named : deferScripts(named, nonce);
  const end = html.lastIndexOf('</body>');
  const { pathname, search } = new URL(request.url);
  const script =
    data && named.includes(moduleScript) ? hydrationScript(await text(data), pathname + search, nonce) : '';
  const written = `${html.slice(0, end)}${script}${html.slice(end)}`;
  const { loaderData } = context.staticHandlerContext;
  const structuredData = jsonLd(page.structuredData, loaderData.root?.settings, page.origin);
  page.html = `<!DOCTYPE html>${written.replace('</head>', () => `${structuredData}${serviceLinks(page.services)}</head>`)}`;
  headers.set('Content-Type', 'text/html; charset=utf-8');
  return new Response(null, { status, headers });
}

/** Reports unexpected errors; a response that a loader throws, such as a 404, is none. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted || isRouteErrorResponse(error)) return;
  (context as RouterContextProvider).get(pageContext).report(error);
};

/** React's own script, for forms sent before hydration, takes no nonce from `renderToString`. */
const withNonce = (page: string, nonce: string | undefined): string =>
  nonce ? page.replace('<script id="_R_">', `<script id="_R_" nonce="${nonce}">`) : page;

const preloads = /<link rel="modulepreload"[^>]* href="([^"]+)"[^>]*>/g;
const routeImports = /^import \* as (\w+) from ("[^"]+");$/gm;
const entryImport = /^import\(("[^"]+")\);$/m;
const moduleScript = ' type="module" async="">';

const afterFirstPaint = `
await new Promise((painted) => {
  if (document.hidden) return painted();
  new PerformanceObserver(painted).observe({ type: 'paint', buffered: true });
  setTimeout(painted, 2000);
});
`;

/** When scripts do not load, forms show their `<noscript>` (decision 024). */
const withoutScripts = `
catch (error) {
  for (const hint of document.querySelectorAll('noscript'))
    hint.replaceWith(
      Object.assign(document.createElement('p'), {
        className: 'mt-6 text-slate',
        textContent: hint.textContent.replace(/<[^>]*>/g, ''),
      }),
    );
  throw error;
}
`;

/** Loads the scripts all at once after the first paint (or in a hidden tab), so that styles, fonts and images go first. */
function deferScripts(page: string, nonce: string | undefined): string {
  // Searches both ends only: the page between them is long.
  const headEnd = page.indexOf('</head>');
  const scriptStart = page.lastIndexOf(moduleScript) + moduleScript.length;
  if (scriptStart < headEnd) return page;
  const hrefs: string[] = [];
  const head = page.slice(0, headEnd).replace(preloads, (_link, href: string) => {
    hrefs.push(href);
    return '';
  });
  const preload = `for (const href of ${JSON.stringify(hrefs)})
  document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href, nonce: '${nonce ?? ''}' }));`;
  const scriptEnd = page.indexOf('</script>', scriptStart);
  const start = page
    .slice(scriptStart, scriptEnd)
    .replace(routeImports, 'const $1 = await import($2);')
    .replace(entryImport, 'await import($1);');
  const script = `${afterFirstPaint}${preload}\ntry {\n${start}\n}${withoutScripts}`;
  return `${head}${page.slice(headEnd, scriptStart)}${script}${page.slice(scriptEnd)}`;
}

const stream = 'window.__reactRouterContext.streamController';

/** Writes what React Router's streaming would, and the page's URL for `served-page.ts`. */
function hydrationScript(data: string, path: string, nonce: string | undefined): string {
  const open = nonce ? `<script nonce="${nonce}">` : '<script>';
  const served = `window.servedPath=${inScript(JSON.stringify(path))};`;
  return `${open}${served}${stream}.enqueue(${inScript(JSON.stringify(data))});${stream}.close();</script>`;
}

const serviceLinks = (services: PageContext['services']): string =>
  services
    .map(({ path, title }) => `<link rel="service" type="application/json" href="${path}" title="${title}">`)
    .join('');

/** Does not run, so it needs neither hash nor nonce. */
function jsonLd(sources: StructuredDataSource[], settings: SiteSettings | undefined, origin: string): string {
  const business = settings && toBusinessFacts(settings, origin);
  return sources
    .map((source) => (typeof source === 'function' ? business && source(business) : source))
    .filter((node) => node !== undefined)
    .map((node) => `<script type="application/ld+json">${inScript(JSON.stringify(node))}</script>`)
    .join('');
}

/** Escapes JSON so that it cannot end its script. */
const inScript = (json: string): string =>
  json.replace(
    /[&><\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
