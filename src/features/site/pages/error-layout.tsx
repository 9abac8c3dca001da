import { Outlet, useMatches } from 'react-router';
import { ErrorPage } from '../../../ui/error-page.tsx';
import type { Route } from './+types/error-layout';

/** Keeps the site's frame around a failed page; one that renders its own frame gets a `<main>` in place of it. */
export function ErrorBoundary({ error }: Pick<Route.ErrorBoundaryProps, 'error'>) {
  const isFramed = !useMatches().some(
    ({ handle }) => (handle as { ownFrame?: boolean } | undefined)?.ownFrame,
  );
  if (isFramed) return <ErrorPage error={error} />;
  return (
    <main id="main" tabIndex={-1} className="grow outline-none">
      <ErrorPage error={error} />
    </main>
  );
}

export default Outlet;
