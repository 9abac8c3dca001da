import { isRouteErrorResponse, Outlet, useLocation } from 'react-router';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorPage, Message } from '../../../ui/error-page.tsx';
import type { Route } from './+types/error-layout';

/** Keeps the site's frame around a failed page. */
export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const { pathname } = useLocation();
  const isMissing = isRouteErrorResponse(error) && error.status === 404;
  return isMissing && bookingPattern.test(pathname) ? <MissingBooking /> : <ErrorPage error={error} />;
}

/** Pages of one booking, which are open only to the browser that made it or has its link. */
const bookingPattern = /^\/(?:book|trips)\/(?!shared\/)./;

const MissingBooking = () => (
  <Message
    title="We cannot open this booking here"
    text="This browser does not know it. Open the link in the mail that confirmed it, or sign in with the e-mail address you booked with."
  >
    <ButtonLink to="/login?returnUrl=/account">Find my booking</ButtonLink>
    <ButtonLink to="/" variant="quiet">
      Back to Home
    </ButtonLink>
  </Message>
);

export default Outlet;
