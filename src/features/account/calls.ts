import { calls, get, getFile, remove, toApiPath } from '../../shared/http/calls.ts';
import { listOf, objectWith } from '../../shared/http/request.ts';
import type { PurchasedProduct } from '../shop/contract.server.ts';

export const purchasedProducts = calls('/purchased-products', {
  list: get<PurchasedProduct[]>('', 'Failed to fetch purchase history', {
    parse: listOf(objectWith<PurchasedProduct, PurchasedProduct>({})),
  }),
});

export const ownAccount = calls('/users/me', {
  data: getFile('/data', 'Your data could not be fetched.'),
  delete: remove<{ success: true }>('', 'Failed to delete your account'),
});

export const personalDataUrl = toApiPath(ownAccount.data.path);
