import { adminStatus } from '../calls.ts';

/** Where hosts begin their day. */
const hostsPath = '/admin/today';

/** Where a sign-in leads: hosts who came from nowhere in particular go to their day, everybody else to the return URL. */
export async function landingPath(returnUrl: string): Promise<string> {
  if (returnUrl !== '/') return returnUrl;
  const { isAdmin } = await adminStatus.read().catch(() => ({ isAdmin: false }));
  return isAdmin ? hostsPath : returnUrl;
}
