import { Outlet } from 'react-router';
import { ErrorPage } from '../ui/error-page.tsx';
import type { Route } from './+types/shown-or-sorry';

/** A page that fails gives way to words of apology inside the frame of the site, which stays as it is. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}

export default Outlet;
