import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { ApiError } from '../../../shared/http/api-error.ts';
import { track } from '../../analytics/track.ts';
import { shopClient } from '../client.ts';
import type { Product } from '../products/product.ts';
import { cartEvent } from '../purchases/track-purchase.ts';
import { clearIdempotencyKey, idempotencyKey } from './idempotency-key.ts';

/** What the shop knows of the payment that a guest is about to make. */
export interface Checkout {
  /** The product whose payment page is being opened. */
  busyId: string | undefined;
  /** What to tell the guest; empty when there is nothing to say. */
  note: string;
  /** The payment page, when the browser did not let us open the tab ourselves. */
  blockedUrl: string | undefined;
  book(product: Product): Promise<void>;
}

const idle = { busyId: undefined, note: '', blockedUrl: undefined };

/** Leads a guest to the hosted payment page: in a new tab when the site is shown inside a frame, else in this one. */
export function useCheckout(): Checkout {
  const [state, setState] = useState<Omit<Checkout, 'book'>>(idle);
  const latest = useRef<string>(undefined);
  const navigate = useNavigate();

  useEffect(() => {
    const comeBack = (event: PageTransitionEvent) => {
      if (!event.persisted) return;
      latest.current = undefined;
      setState(idle);
    };
    window.addEventListener('pageshow', comeBack);
    return () => {
      window.removeEventListener('pageshow', comeBack);
      latest.current = undefined;
    };
  }, []);

  /** A later choice takes the place of an earlier one; leaving the shop calls it off. */
  async function book(product: Product): Promise<void> {
    const productId = product.id;
    if (latest.current === productId) return;
    track({ name: 'AddToCart', ...cartEvent(product) });
    latest.current = productId;
    setState({ ...idle, busyId: productId, note: 'Opening the secure payment page.' });
    const framed = window.self !== window.top;
    const tab = framed ? openEmptyTab() : null;
    const answer = await callStripe(productId);
    if (latest.current !== productId) {
      tab?.close();
      return;
    }
    if (!('failure' in answer)) track({ name: 'InitiateCheckout', ...cartEvent(product) });
    if ('failure' in answer) {
      tab?.close();
      latest.current = undefined;
      await navigate(`/checkout/error?message=${encodeURIComponent(answer.failure)}`);
    } else if (!framed) {
      window.location.assign(answer.checkoutUrl);
    } else {
      latest.current = undefined;
      if (tab) tab.location.replace(answer.checkoutUrl);
      setState({
        ...idle,
        note: tab ? 'The payment page has opened in a new tab.' : 'Your payment page is ready.',
        blockedUrl: tab ? undefined : answer.checkoutUrl,
      });
    }
  }

  return { ...state, book };
}

/** Browsers allow a new tab only at the moment of the click, before the payment page's address is known. */
function openEmptyTab(): Window | null {
  const tab = window.open('about:blank');
  if (tab) tab.opener = null;
  return tab;
}

async function callStripe(productId: string): Promise<{ checkoutUrl: string } | { failure: string }> {
  try {
    const answer = await shopClient().openCheckout(productId, idempotencyKey(productId));
    clearIdempotencyKey(productId);
    return answer;
  } catch (error) {
    const answered = error instanceof ApiError;
    if (answered && error.status < 500) clearIdempotencyKey(productId);
    return { failure: answered ? error.message : 'Payment failed' };
  }
}
