import { Outlet } from 'react-router';
import { ErrorPage } from '../layout/error-page.tsx';
import type { Route } from './+types/error-layout';

/** A page that fails gives way to words of apology inside the frame of the site, which stays as it is. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}

export default Outlet;
