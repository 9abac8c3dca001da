import { Hono } from 'hono';
import Type from 'typebox';
import { type ApiEnv, noStore } from '../../platform/http/app-env.server.ts';
import { describeRoute } from '../../platform/openapi/document.server.ts';
import { clearDeviceCookie } from '../auth/session/device-cookie.server.ts';
import { clearSessionCookie } from '../auth/session/session.server.ts';
import { purchasedProductSchema } from '../shop/schemas.server.ts';
import { deleteAccount, exportPersonalData } from './actions.server.ts';
import { listPurchaseHistory } from './purchase-history.server.ts';

export const accountApi = new Hono<ApiEnv>()
  .get(
    '/purchased-products',
    describeRoute({
      summary: 'What the person who is signed in has bought',
      details:
        'Everything paid with their confirmed address, also before they had an account, and their stays; newest first.',
      answer: Type.Array(purchasedProductSchema),
      refusals: ['unauthenticated'],
    }),
    async (c) => {
      const purchases = await listPurchaseHistory(c.get('ctx'));
      noStore(c);
      return c.json(purchases);
    },
  )
  .get(
    '/users/me/data',
    describeRoute({
      summary: 'Everything stored about the signed-in user, as a JSON file',
      refusals: ['unauthenticated', 'forbidden'],
    }),
    async (c) => {
      const data = await exportPersonalData(c.get('ctx'));
      noStore(c);
      c.header('Content-Type', 'application/json; charset=utf-8');
      c.header('Content-Disposition', 'attachment; filename="my-data.json"');
      return c.body(JSON.stringify(data, null, 2));
    },
  )
  .delete(
    '/users/me',
    describeRoute({
      summary: 'Deletes the account of the signed-in user',
      details:
        'Every session ends at once. Purchases stay for the books without name and address, inquiries without name, contact and message. Bookings lose name, contact and note, those of stays to come after the stay.',
      answer: Type.Object({ success: Type.Literal(true) }),
      refusals: ['unauthenticated', 'forbidden'],
    }),
    async (c) => {
      await deleteAccount(c.get('ctx'));
      clearSessionCookie(c);
      clearDeviceCookie(c);
      return c.json({ success: true });
    },
  );
