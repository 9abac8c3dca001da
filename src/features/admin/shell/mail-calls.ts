import { calls, get } from '../../../shared/http/calls.ts';
import type { MailHealth } from './mail-contract.server.ts';

/** Whether the site's mail is being delivered. */
export const mailHealth = calls('/admin/mail', {
  read: get<MailHealth>('', 'Whether mail goes out could not be loaded'),
});
