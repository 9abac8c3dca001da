import youngSerif from '@fontsource/young-serif/files/young-serif-latin-400-normal.woff2?url';
import figtree from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url';
import type { ReactNode } from 'react';
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  data as routeData,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from 'react-router';
import type { Route } from './+types/root';
import { PageTracking } from './features/analytics/page-tracking.tsx';
import { adminStatus, fetchUser } from './features/auth/calls.ts';
import { FailedLogout, useFailedLogout } from './features/auth/session/failed-logout.tsx';
import { site } from './features/site/calls.ts';
import { ClosedNotice } from './features/site/layout/closed-notice.tsx';
import { Footer } from './features/site/layout/footer.tsx';
import { Navbar } from './features/site/layout/navbar.tsx';
import { isOutage, nullInOutage, type PageContext, pageContext } from './load-context.ts';
import type { Fetch } from './shared/http/api-error.ts';
import type { SiteSettings } from './shared/site-settings.server.ts';
import { ErrorBoundary as Boundary, ErrorPage, FailedPage, fallbackSettings } from './ui/error-page.tsx';
import { PageScripts } from './ui/page-scripts.tsx';
import './styles.css';

export const links: Route.LinksFunction = () => [
  { rel: 'preload', href: figtree, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'preload', href: youngSerif, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/icons/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
];

export async function loader({ context }: Route.LoaderArgs) {
  const page = context.get(pageContext);
  const { nonce, origin, vendors, failure } = page;
  if (failure) return { ...unknownVisit(page), nonce, origin, vendors: null };
  const loaded = await nullInOutage(page, (api) => load(page, api)).catch((error: unknown) => {
    if (!isOutage(error)) throw error;
    page.report(error);
    // The error page has the site's frame; `Layout` reads it from here.
    throw routeData(unknownVisit(page), { status: 503 });
  });
  const { settings, ...who } = loaded ?? unknownVisit(page);
  if (settings.isClosed && !who.isAdmin)
    return { settings: hideContent(settings), ...who, nonce, origin, vendors: null };
  return { settings, ...who, nonce, origin, vendors };
}

async function load({ lastSettings }: PageContext, fetch: Fetch) {
  const [settings, who] = await Promise.all([
    site.read({ fetch }).then((read) => {
      if (lastSettings) lastSettings.current = read;
      return read;
    }),
    loadViewer(fetch),
  ]);
  return { settings, ...who };
}

/** What every page shows while neither the settings nor the viewer can be read: the settings that were read last. */
function unknownVisit({ lastSettings }: PageContext) {
  const settings = lastSettings?.current ?? fallbackSettings;
  return { settings: settings.isClosed ? hideContent(settings) : settings, user: null, isAdmin: false };
}

/** Only hosts see the content of a closed site. */
const hideContent = (settings: SiteSettings): SiteSettings => ({
  ...settings,
  properties: [],
  video_url: '',
  videoPoster: null,
  banner: null,
  mapImage: null,
  hostImages: fallbackSettings.hostImages,
});

async function loadViewer(fetch: Fetch) {
  const user = await fetchUser(fetch);
  return { user, isAdmin: !!user && (await isAdmin(fetch)) };
}

/** A failed check counts as no. */
const isAdmin = async (fetch: Fetch): Promise<boolean> => {
  const status = await adminStatus.read({ fetch }).catch(() => null);
  return status?.isAdmin === true;
};

/** Signing in and out loads a new document, so the loader never has to run again. */
export const shouldRevalidate = () => false;

interface PageHandle {
  /** The page renders its own `<main>`, without navbar and footer. */
  ownFrame?: boolean;
  /** Only the server renders the page: nothing of it changes in the browser, and it loads no scripts of ours. */
  withoutScripts?: boolean;
  /** A line at the foot of the page, from what its loader returned. */
  footerNote?(data: unknown): string;
  /** The language of the page, from what its loader returned; without it, English. */
  language?(data: unknown): FrameLanguage;
}

interface FrameLanguage {
  lang: string;
  skipLink: string;
}

const english: FrameLanguage = { lang: 'en', skipLink: 'Skip to content' };

const pageHandle = ({ handle }: { handle: unknown }): PageHandle => (handle ?? {}) as PageHandle;

interface DocumentProps {
  nonce: string | undefined;
  lang?: string;
  meta?: ReactNode;
  withoutScripts?: boolean;
  children: ReactNode;
}

function Document({ nonce, lang = english.lang, meta, withoutScripts, children }: DocumentProps) {
  return (
    <html lang={lang}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#fdfaf4" />
        {meta}
        <Links nonce={nonce} />
      </head>
      <body>
        {children}
        {!withoutScripts && <PageScripts nonce={nonce} />}
      </body>
    </html>
  );
}

/** The settings that this page's own loader read last, where it failed with them. */
const settingsOf = (error: unknown): SiteSettings | undefined =>
  isRouteErrorResponse(error) ? (error.data as { settings?: SiteSettings } | null)?.settings : undefined;

export function Layout({ children }: { children: ReactNode }) {
  const data = useRouteLoaderData<typeof loader>('root');
  const error = useRouteError();
  const settings = data?.settings ?? settingsOf(error) ?? fallbackSettings;
  const matches = useMatches();
  const hasFailedLogout = useFailedLogout(!!data?.user);
  const viewer = hasFailedLogout ? null : data;
  const isReduced = settings.isClosed && !viewer?.isAdmin;
  const ownFrame = matches.some((match) => pageHandle(match).ownFrame);
  const withoutScripts = matches.some((match) => pageHandle(match).withoutScripts);
  const note = matches.map((match) => pageHandle(match).footerNote?.(match.loaderData) ?? '').join('');
  const { lang, skipLink } =
    matches.map((match) => pageHandle(match).language?.(match.loaderData)).find(Boolean) ?? english;
  const failed = (
    <Document nonce={data?.nonce}>
      <FailedPage />
    </Document>
  );
  return (
    <Boundary fallback={failed}>
      <Document nonce={data?.nonce} lang={lang} meta={<Meta />} withoutScripts={withoutScripts}>
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-deep px-5 py-3 font-semibold text-white focus:translate-y-0"
        >
          {skipLink}
        </a>
        {!settings.isClosed && <PageTracking vendors={data?.vendors ?? null} />}
        {ownFrame ? (
          children
        ) : (
          <>
            {settings.isClosed && viewer?.isAdmin && <ClosedNotice />}
            <Navbar
              settings={settings}
              user={viewer?.user ?? null}
              isAdmin={viewer?.isAdmin ?? false}
              isReduced={isReduced}
            />
            {hasFailedLogout && <FailedLogout />}
            <main id="main" tabIndex={-1} className="grow outline-none">
              {children}
            </main>
            <Footer settings={settings} mayChoose={!!data?.vendors} note={note} isReduced={isReduced} />
          </>
        )}
      </Document>
    </Boundary>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
