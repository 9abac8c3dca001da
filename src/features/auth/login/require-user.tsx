import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { AsyncResult } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { PageSpinner } from '../../../ui/loading/page-spinner.tsx';
import type { CurrentUser } from '../client.ts';
import type { LoginState } from './use-return-url.ts';

interface SignedInProps {
  user: AsyncResult<CurrentUser>;
  children: (user: NonNullable<CurrentUser>) => ReactNode;
}

/** Shows its content to a signed-in person; anyone else goes to sign in, and comes back afterwards. */
export function RequireUser({ user, children }: SignedInProps) {
  const { pathname, search } = useLocation();
  const state: LoginState = { returnUrl: pathname + search };
  const toLogin = <Navigate to="/login" replace state={state} />;
  return (
    <AsyncContent from={user} pending={<PageSpinner />} failed={() => toLogin}>
      {(person) => (person ? children(person) : toLogin)}
    </AsyncContent>
  );
}
