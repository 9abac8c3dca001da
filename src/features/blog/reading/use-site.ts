import { useEffect, useState } from 'react';
import { useRouteLoaderData } from 'react-router';
import { authClient } from '../../auth/client.ts';

interface Root {
  settings: { business_name: string };
  user: unknown;
}

/** The business as every page has loaded it: the author of a post that names none. */
export const useBusinessName = (): string => (useRouteLoaderData('root') as Root).settings.business_name;

/** Whether somebody is signed in. */
const useIsSignedIn = (): boolean => Boolean((useRouteLoaderData('root') as Root).user);

/** Whether the server says that an administrator is looking; false until it has. Nobody else's browser asks. */
export function useIsAdmin(): boolean {
  const isSignedIn = useIsSignedIn();
  const [isAdmin, setIsAdmin] = useState(false);
  useEffect(() => {
    if (!isSignedIn) return;
    let isWanted = true;
    authClient()
      .adminStatus()
      .then((status) => isWanted && setIsAdmin(status.isAdmin && !status.needsReauthentication))
      .catch(() => isWanted && setIsAdmin(false));
    return () => {
      isWanted = false;
    };
  }, [isSignedIn]);
  return isAdmin;
}
