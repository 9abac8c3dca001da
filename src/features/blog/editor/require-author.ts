import { redirect } from 'react-router';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { authClient } from '../../auth/client.ts';

/** Lets only admins pass: anonymous visitors go to the home page, users to the blog, unconfirmed admins to where they confirm. */
export async function requireAuthor(fetch?: Fetch): Promise<void> {
  const client = authClient(fetch);
  if (!(await client.me())) throw redirect('/');
  const { isAdmin, needsReauthentication } = await client.adminStatus();
  if (!isAdmin) throw redirect('/blog');
  if (needsReauthentication) throw redirect('/account');
}
