import { CircleAlert } from 'lucide-react';
import { ApiError } from '../../../shared/http/api-error.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { Notice } from '../shell/access-states.tsx';
import { loginUrl } from '../shell/login-url.ts';

/** What went wrong with a table; somebody whose session has ended signs in anew and comes back. */
export function TableFailure({ failure, retry }: { failure: Error; retry(): void }) {
  const isSignedOut = failure instanceof ApiError && failure.status === 401;
  return (
    <Notice
      icon={CircleAlert}
      title="Oops! Something went wrong"
      actions={
        <>
          <Button onClick={retry}>Retry</Button>
          {isSignedOut && (
            <ButtonLink look="quiet" to={loginUrl(window.location.search)}>
              Sign in
            </ButtonLink>
          )}
        </>
      }
    >
      <p role="alert">{failure.message}</p>
    </Notice>
  );
}
