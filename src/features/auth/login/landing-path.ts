import { adminStatus } from '../calls.ts';

/** The page on which hosts begin their day. */
const hostsPath = '/admin/today';

/** Returns where a sign-in leads: hosts without a return URL go to their day, everybody else to the return URL. */
export async function landingPath(returnUrl: string): Promise<string> {
  if (returnUrl !== '/') return returnUrl;
  const { isAdmin } = await adminStatus.read().catch(() => ({ isAdmin: false }));
  return isAdmin ? hostsPath : returnUrl;
}
