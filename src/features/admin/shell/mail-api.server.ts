import { serve } from '../../../platform/http/serve.server.ts';
import { mailBlockedSince } from '../../../platform/mail/mail-health-store.server.ts';
import { adminAccess } from '../../auth/access.server.ts';
import { mailHealth } from './mail-calls.ts';
import { type MailHealth, mailHealthSchema } from './mail-contract.server.ts';

export const mailHealthApi = serve(mailHealth, adminAccess).on('read', {
  summary: 'Whether the site’s mail goes out',
  response: mailHealthSchema,
  async run({ ctx }): Promise<MailHealth> {
    const since = await mailBlockedSince(ctx.db, ctx.now());
    return since ? { blockedSince: since.toISOString() } : {};
  },
});
