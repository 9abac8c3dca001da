import { redirect } from 'react-router';
import type { Fetch } from '../../../shared/api-client.ts';
import { accountsClient } from '../../accounts/client.ts';

/**
 * Lets only administrators go on: anonymous visitors go to the home page, everybody else to the blog, and administrators
 * whose session must be confirmed first to where they can.
 */
export async function mayWrite(fetch?: Fetch): Promise<void> {
  const client = accountsClient(fetch);
  if (!(await client.me())) throw redirect('/');
  const { isAdmin, needsRenewal } = await client.adminStatus();
  if (!isAdmin) throw redirect('/blog');
  if (needsRenewal) throw redirect('/account');
}
