import { Outlet } from 'react-router';

/** A page that fails gives way to words of apology inside the frame of the site, which stays as it is. */
export { ErrorPage as ErrorBoundary } from '../ui/error-page.tsx';

export default Outlet;
