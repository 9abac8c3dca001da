import { redirect } from 'react-router';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { authClient } from '../../auth/client.ts';

/**
 * Lets only administrators go on: anonymous visitors go to the home page, everybody else to the blog, and administrators
 * whose session must be confirmed first to where they can.
 */
export async function requireAuthor(fetch?: Fetch): Promise<void> {
  const client = authClient(fetch);
  if (!(await client.me())) throw redirect('/');
  const { isAdmin, needsReauthentication } = await client.adminStatus();
  if (!isAdmin) throw redirect('/blog');
  if (needsReauthentication) throw redirect('/account');
}
