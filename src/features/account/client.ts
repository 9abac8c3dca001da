import type { Fetch } from '../../shared/http/api-error.ts';
import { listOf, objectWith, request } from '../../shared/http/request.ts';
import type { PurchasedProduct } from '../shop/purchases/purchase.ts';

export const personalDataUrl = '/api/users/me/data';

export const purchasedProducts = (fetch: Fetch = globalThis.fetch): Promise<PurchasedProduct[]> =>
  request(fetch, '/api/purchased-products', 'Failed to fetch purchase history', {
    parse: listOf(objectWith<PurchasedProduct, PurchasedProduct>({})),
  });

export const deleteAccount = (): Promise<unknown> =>
  request(fetch, '/api/users/me', 'Failed to delete your account', { method: 'DELETE' });
