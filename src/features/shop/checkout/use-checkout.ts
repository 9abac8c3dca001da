import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../shared/http/api-error.ts';
import { track } from '../../analytics/track.ts';
import { openPaymentPage, paymentPageText } from '../../payments/payment-page.ts';
import { checkouts } from '../calls.ts';
import type { Product } from '../contract.server.ts';
import { cartEvent } from '../purchases/purchase.ts';
import { cancelPath, successPath } from './checkout.ts';
import { clearIdempotencyKey, idempotencyKey } from './idempotency-key.ts';

export interface ProductCheckout {
  pendingId: string | undefined;
  message: string;
  /** The payment page, when the browser blocked the new tab. */
  blockedUrl: string | undefined;
  checkout(product: Product): Promise<void>;
}

const idle = { pendingId: undefined, message: '', blockedUrl: undefined };

export function useCheckout(): ProductCheckout {
  const [state, setState] = useState<Omit<ProductCheckout, 'checkout'>>(idle);
  const latest = useRef<string>(undefined);
  const navigate = useNavigate();

  useEffect(() => {
    const restore = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      latest.current = undefined;
      setState(idle);
    };
    window.addEventListener('pageshow', restore);
    return () => {
      window.removeEventListener('pageshow', restore);
      latest.current = undefined;
    };
  }, []);

  /** A later choice replaces an earlier one; leaving the shop cancels it. */
  async function checkout(product: Product): Promise<void> {
    const productId = product.id;
    if (latest.current === productId) return;
    track({ name: 'AddToCart', ...cartEvent(product) });
    latest.current = productId;
    setState({ ...idle, pendingId: productId, message: 'Opening the secure payment page.' });
    const isReplaced = () => latest.current !== productId;
    try {
      const page = await openPaymentPage(async () => {
        const url = await loadPaymentUrl(productId);
        if (isReplaced()) return null;
        track({ name: 'InitiateCheckout', ...cartEvent(product) });
        return url;
      });
      if (!('url' in page)) return;
      latest.current = undefined;
      const blockedUrl = page.state === 'blocked' ? page.url : undefined;
      setState({ ...idle, message: paymentPageText(page), blockedUrl });
    } catch (error) {
      if (isReplaced()) return;
      latest.current = undefined;
      const message = error instanceof ApiError ? error.message : 'Payment failed';
      await navigate(`/checkout/error?message=${encodeURIComponent(message)}`);
    }
  }

  return { ...state, checkout };
}

/** @throws ApiError, TypeError without a response */
async function loadPaymentUrl(productId: string): Promise<string> {
  try {
    const { checkoutUrl } = await checkouts.open({
      json: {
        products: [{ productId, quantity: 1 }],
        successRouter: successPath,
        cancelRouter: cancelPath,
      },
      idempotencyKey: idempotencyKey(productId),
    });
    clearIdempotencyKey(productId);
    return checkoutUrl;
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) clearIdempotencyKey(productId);
    throw error;
  }
}
