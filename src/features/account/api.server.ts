import Type from 'typebox';
import { fileResponse, serve } from '../../platform/http/serve.server.ts';
import { anyQuery } from '../../platform/http/shapes.server.ts';
import { userAccess } from '../auth/access.server.ts';
import { clearDeviceCookie } from '../auth/session/device-cookie.server.ts';
import { clearSessionCookie } from '../auth/session/session.server.ts';
import { purchasedProductSchema } from '../shop/contract.server.ts';
import { deleteAccount, exportPersonalData } from './actions.server.ts';
import { ownAccount, purchasedProducts } from './calls.ts';
import { listPurchaseHistory } from './purchase-history.server.ts';

export const purchasedProductsApi = serve(purchasedProducts, userAccess).on('list', {
  summary: 'What the person who is signed in has bought',
  details:
    'Everything paid with their confirmed address, also before they had an account, and their stays; newest first.',
  query: anyQuery,
  response: Type.Array(purchasedProductSchema),
  run: ({ ctx }) => listPurchaseHistory(ctx),
});

export const ownAccountApi = serve(ownAccount, userAccess)
  .on('data', {
    summary: 'Everything stored about the signed-in user, as a JSON file',
    query: anyQuery,
    response: Type.Object({}),
    errors: ['forbidden'],
    async run({ ctx }) {
      const data = JSON.stringify(await exportPersonalData(ctx), null, 2);
      return fileResponse('my-data.json', 'application/json; charset=utf-8', data);
    },
  })
  .on('delete', {
    summary: 'Deletes the account of the signed-in user',
    details:
      'Every session ends at once. Purchases stay for the books without name and address, inquiries without name, contact and message. Bookings lose name, contact and note, those of stays to come after the stay.',
    query: anyQuery,
    response: Type.Object({ success: Type.Literal(true) }),
    errors: ['forbidden'],
    async run({ ctx, c }) {
      await deleteAccount(ctx);
      clearSessionCookie(c);
      clearDeviceCookie(c);
      return { success: true } as const;
    },
  });
