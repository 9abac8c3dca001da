import { isRouteErrorResponse } from 'react-router';
import { ButtonLink } from '../../../ui/button.tsx';
import { ErrorPage, Message } from '../../../ui/error-page.tsx';

/** The error page of a booking, which is open only to a browser that made it or had its link. */
export function BookingErrorPage({ error }: { error?: unknown }) {
  if (!isRouteErrorResponse(error) || error.status !== 404) return <ErrorPage error={error} />;
  return (
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
}
