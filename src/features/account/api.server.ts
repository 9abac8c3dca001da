import { Hono } from 'hono';
import type { Ctx } from '../../platform/context.server.ts';
import { type ApiEnv, noStore } from '../../platform/http/http.server.ts';
import { deleteQueuedMail } from '../../platform/mail/mailer.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { anonymizeHistory } from '../admin/history/store.server.ts';
import { requireRecentAuth } from '../auth/guards.ts';
import { anonymizeInquiries, listInquiries } from '../inquiries/inquiry/store.server.ts';
import { deleteWaitlistEntries, listEntries } from '../inquiries/waitlist/store.server.ts';
import { anonymizePurchases, listPurchasesByEmail } from '../shop/purchases/store.server.ts';
import { clearAuthCookies, deleteAccount, exportAuthData } from './export-data.server.ts';

/** A person's rights over what every feature keeps about them; it stands above the features because it needs them all. */
export const accountApi = new Hono<ApiEnv>()
  .get(
    '/users/me/data',
    describeRoute({
      summary: 'Everything kept about the person who is signed in, as a JSON file',
      refusals: ['unauthenticated', 'forbidden'],
    }),
    async (c) => {
      const data = await personalData(c.get('ctx'));
      noStore(c);
      c.header('Content-Type', 'application/json; charset=utf-8');
      c.header('Content-Disposition', 'attachment; filename="my-data.json"');
      return c.body(JSON.stringify(data, null, 2));
    },
  )
  .delete(
    '/users/me',
    describeRoute({
      summary: 'Deletes the account of the person who is signed in',
      details:
        'Every session ends at once. Purchases are kept for the books without the person, inquiries without what was written.',
      answer: { type: 'object', required: ['success'], properties: { success: { const: true } } },
      refusals: ['unauthenticated', 'forbidden'],
    }),
    async (c) => {
      await deleteAccountData(c.get('ctx'));
      clearAuthCookies(c);
      return c.json({ success: true });
    },
  );

async function personalData(ctx: Ctx) {
  const { email } = requireRecentAuth(ctx);
  const purchases = await listPurchasesByEmail(ctx.db, email);
  const inquiries = await listInquiries(ctx.db, email);
  return {
    exportedAt: ctx.now(),
    ...(await exportAuthData(ctx)),
    purchases: purchases.map((purchase) => ({
      orderId: purchase.checkout_id,
      product: purchase.product_name,
      amount: purchase.amount_cents,
      currency: purchase.currency,
      type: purchase.type,
      status: purchase.status,
      email: purchase.email,
      customerName: purchase.customer_name,
      purchasedAt: purchase.purchased_at,
      expiresAt: purchase.expires_at,
    })),
    inquiries: inquiries.map((inquiry) => ({
      id: inquiry.id,
      name: inquiry.name,
      email: inquiry.email,
      phone: inquiry.phone,
      property: inquiry.property_title,
      checkin: inquiry.check_in,
      checkout: inquiry.check_out,
      guests: inquiry.guests,
      message: inquiry.message,
      sentAt: inquiry.created_at,
    })),
    notifyList: (await listEntries(ctx.db, email)).map((wish) => ({
      property: wish.title,
      joinedAt: wish.created_at,
      toldAt: wish.notified_at,
    })),
  };
}

/** All or nothing: a person is never half deleted. */
async function deleteAccountData(ctx: Ctx): Promise<void> {
  const { id, email } = requireRecentAuth(ctx);
  await ctx.db.transaction().execute(async (tx) => {
    await anonymizePurchases(tx, email);
    await anonymizeInquiries(tx, email);
    await deleteWaitlistEntries(tx, email);
    await anonymizeHistory(tx, { email, userId: id });
    await deleteQueuedMail(tx, email);
    await deleteAccount(ctx, tx);
  });
  ctx.log.info({ event: 'account-deleted', userId: id }, 'an account was deleted by its owner');
}
