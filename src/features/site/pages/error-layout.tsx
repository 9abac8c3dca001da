import { Outlet } from 'react-router';
import { ErrorPage } from '../../../ui/error-page.tsx';
import type { Route } from './+types/error-layout';

/** Keeps the site's frame around a failed page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}

export default Outlet;
