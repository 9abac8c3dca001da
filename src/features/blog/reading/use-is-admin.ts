import { useEffect, useState } from 'react';
import { useIsSignedIn } from '../../../ui/use-site-settings.ts';
import { authClient } from '../../auth/client.ts';

/** Whether the server says that the viewer is an admin; false until then. Anonymous browsers send no request. */
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
