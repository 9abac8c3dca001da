import type { Ctx, ReportedDispute } from '../../../platform/context.server.ts';
import { businessContact } from '../../listings/store.server.ts';
import { disputeMessage } from '../../payments/disputes.server.ts';
import { saveEvent } from '../../payments/events-store.server.ts';
import { findCheckoutBySession } from '../checkout/store.server.ts';
import { disputeEmail } from '../emails/dispute.server.ts';
import { findPurchase } from '../purchases/store.server.ts';

/**
 * Mails the hosts about a dispute that was opened or decided, once per event. Requires a settled session; the purchase
 * does not change.
 */
export async function reportDispute(
  ctx: Ctx,
  { dispute, event }: ReportedDispute,
  sessionId: string,
): Promise<void> {
  // Evidence that hosts add on the provider's page is no news to them.
  if (event.type === 'charge.dispute.updated') return;
  const checkout = await findCheckoutBySession(ctx.db, sessionId);
  const purchase = checkout && (await findPurchase(ctx.db, checkout.id));
  if (!purchase) return;
  const isNew = await ctx.db.transaction().execute(async (tx) => {
    if (!(await saveEvent(tx, event))) return false;
    const email = disputeEmail({
      dispute,
      purchase,
      business: await businessContact(tx),
      settings: ctx.settings,
    });
    await ctx.mail.queue(tx, `dispute-${event.id}`, email);
    return true;
  });
  if (!isNew) return;
  const ids = { disputeId: dispute.id, purchaseId: purchase.id, status: dispute.status };
  ctx.log.error({ event: 'dispute', ...ids }, disputeMessage);
}
