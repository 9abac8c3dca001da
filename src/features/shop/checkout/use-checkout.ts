import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../shared/http/api-error.ts';
import { track } from '../../analytics/track.ts';
import { checkouts } from '../calls.ts';
import type { Product } from '../contract.server.ts';
import { cartEvent } from '../purchases/purchase.ts';
import { cancelPath, successPath } from './checkout.ts';
import { clearIdempotencyKey, idempotencyKey } from './idempotency-key.ts';

export interface Checkout {
  pendingId: string | undefined;
  message: string;
  /** The payment page, when the browser blocked the new tab. */
  blockedUrl: string | undefined;
  checkout(product: Product): Promise<void>;
}

const idle = { pendingId: undefined, message: '', blockedUrl: undefined };

export function useCheckout(): Checkout {
  const [state, setState] = useState<Omit<Checkout, 'checkout'>>(idle);
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
    const framed = window.self !== window.top;
    const tab = framed ? openEmptyTab() : null;
    const result = await openPaymentPage(productId);
    if (latest.current !== productId) {
      tab?.close();
      return;
    }
    if ('failure' in result) {
      tab?.close();
      latest.current = undefined;
      await navigate(`/checkout/error?message=${encodeURIComponent(result.failure)}`);
      return;
    }
    track({ name: 'InitiateCheckout', ...cartEvent(product) });
    if (!framed) {
      window.location.assign(result.checkoutUrl);
    } else {
      latest.current = undefined;
      if (tab) tab.location.replace(result.checkoutUrl);
      setState({
        ...idle,
        message: tab ? 'The payment page has opened in a new tab.' : 'Your payment page is ready.',
        blockedUrl: tab ? undefined : result.checkoutUrl,
      });
    }
  }

  return { ...state, checkout };
}

/** Browsers allow a new tab only during the click, before the payment page's URL is available. */
function openEmptyTab(): Window | null {
  const tab = window.open('about:blank');
  if (tab) tab.opener = null;
  return tab;
}

async function openPaymentPage(productId: string): Promise<{ checkoutUrl: string } | { failure: string }> {
  try {
    const session = await checkouts.open({
      json: {
        products: [{ productId, quantity: 1 }],
        successRouter: successPath,
        cancelRouter: cancelPath,
      },
      idempotencyKey: idempotencyKey(productId),
    });
    clearIdempotencyKey(productId);
    return session;
  } catch (error) {
    const hasResponse = error instanceof ApiError;
    if (hasResponse && error.status < 500) clearIdempotencyKey(productId);
    return { failure: hasResponse ? error.message : 'Payment failed' };
  }
}
