import { redirect } from 'react-router';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { adminStatus, fetchUser } from '../../auth/calls.ts';

/** Lets only admins pass: anonymous visitors go to the home page, users to the blog, unconfirmed admins to where they confirm. */
export async function requireAuthor(fetch?: Fetch): Promise<void> {
  if (!(await fetchUser(fetch))) throw redirect('/');
  const { isAdmin, needsReauthentication } = await adminStatus.read({ fetch });
  if (!isAdmin) throw redirect('/blog');
  if (needsReauthentication) throw redirect('/account');
}
