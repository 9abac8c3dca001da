import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { HydratedRouter } from 'react-router/dom';
import {
  type ClientErrorKind,
  clientErrorLimits,
  describeClientError,
} from './features/site/browser-reports/client-errors.ts';
import { keepInView } from './ui/browser/scroll.ts';
import { isWithoutScripts, reloadIfMoved, reloadWithoutScripts } from './ui/browser/served-page.ts';
import { repeatEarlyPresses } from './ui/loading/early-presses.ts';

// The back/forward cache holds anonymous pages, whose links are wrong once the guest has signed in.
addEventListener('pageshow', async ({ persisted }) => {
  if (!persisted) return;
  // A failed request leaves the page as it is.
  const user = await fetch('/api/users/me')
    .then((response) => response.json())
    .catch(() => null);
  if (user) location.reload();
});

// A link to a part of the page makes a history entry without state: the router then renders again what is not hydrated yet.
addEventListener('hashchange', () => {
  if (history.state === null) keepInView(location.hash.slice(1));
});

let reportsLeft: number = clientErrorLimits.maxReports;

const report =
  (kind: ClientErrorKind) =>
  (error: unknown, { componentStack }: { componentStack?: string }): void => {
    console.error(error);
    if (reportsLeft <= 0) return;
    reportsLeft -= 1;
    const body = JSON.stringify(describeClientError(kind, error, componentStack, location.pathname));
    navigator.sendBeacon?.('/api/client-errors', new Blob([body], { type: 'application/json' }));
  };

function hydrate(): void {
  repeatEarlyPresses();
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
      {
        onRecoverableError: report('recovered'),
        onCaughtError: report('caught'),
        onUncaughtError: (error, info) => {
          report('uncaught')(error, info);
          reloadWithoutScripts();
        },
      },
    );
  });
}

// The router follows the history once it has rendered; until then this does.
addEventListener('popstate', () => {
  if (!window.__reactRouterDataRouter) reloadIfMoved();
});
if (isWithoutScripts()) throw new Error('The page failed before: it stays as the server rendered it.');
if (!reloadIfMoved()) hydrate();
