import { useEffect, useState } from 'react';
import { useIsSignedIn } from '../../../ui/use-site-settings.ts';
import { adminStatus } from '../../auth/calls.ts';

/** Whether the server says that the viewer is an admin; false until then. Anonymous browsers send no request. */
export function useIsAdmin(): boolean {
  const isSignedIn = useIsSignedIn();
  const [isAdmin, setIsAdmin] = useState(false);
  useEffect(() => {
    if (!isSignedIn) return;
    let isMounted = true;
    adminStatus
      .read()
      .then((status) => isMounted && setIsAdmin(status.isAdmin && !status.needsReauthentication))
      .catch(() => isMounted && setIsAdmin(false));
    return () => {
      isMounted = false;
    };
  }, [isSignedIn]);
  return isAdmin;
}
