import type { ReactNode } from 'react';
import { Navigate, useLocation } from 'react-router';
import type { Loading } from '../../../shared/outcome.ts';
import { Loads } from '../../../ui/loads.tsx';
import { PageSpinner } from '../../../ui/page-spinner.tsx';
import type { CurrentUser } from '../client.ts';
import type { LoginState } from './way-back.ts';

interface SignedInProps {
  user: Loading<CurrentUser>;
  children: (user: NonNullable<CurrentUser>) => ReactNode;
}

/** Shows its content to a signed-in person; anyone else goes to sign in, and comes back afterwards. */
export function SignedIn({ user, children }: SignedInProps) {
  const { pathname, search } = useLocation();
  const state: LoginState = { returnUrl: pathname + search };
  const toLogin = <Navigate to="/login" replace state={state} />;
  return (
    <Loads from={user} pending={<PageSpinner />} failed={() => toLogin}>
      {(person) => (person ? children(person) : toLogin)}
    </Loads>
  );
}
