import { type OutgoingEvent, sendRequest, type Tracker } from './tracker.ts';

const visitorKey = 'posthog-visitor';

const names: Record<OutgoingEvent['name'], string> = {
  PageView: '$pageview',
  ViewContent: 'ViewContent',
  Search: 'Search',
  AddToCart: 'AddToCart',
  InitiateCheckout: 'InitiateCheckout',
  Purchase: 'Purchase',
  Inquiry: 'Inquiry',
};

// The API of https://posthog.com/docs/api/capture, without a profile: PostHog's script would read the whole URL.
export function createPostHog({ key, host }: { key: string; host: string }): Tracker {
  const visitor = visitorId();
  return {
    send({ name, page, referrer, ...details }) {
      const properties = {
        ...toProperties(details),
        $current_url: page,
        $referrer: referrer || '$direct',
        $process_person_profile: false,
        $lib: 'site',
      };
      sendRequest(`${host}/i/v0/e/`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({
          api_key: key,
          event: names[name],
          distinct_id: visitor,
          properties,
          timestamp: new Date().toISOString(),
        }),
      });
    },
    stop() {
      try {
        localStorage.removeItem(visitorKey);
      } catch {
        // Storage is off, so nothing was stored.
      }
    },
  };
}

const toProperties = (details: Partial<OutgoingEvent>): object =>
  'items' in details
    ? {
        order_id: 'orderId' in details ? details.orderId : undefined,
        value: details.value,
        currency: details.currency,
        items: details.items,
      }
    : {};

/** A random id of this browser, stored as long as the visitor consents. */
function visitorId(): string {
  const fresh = crypto.randomUUID();
  try {
    const stored = localStorage.getItem(visitorKey) ?? fresh;
    localStorage.setItem(visitorKey, stored);
    return stored;
  } catch {
    return fresh;
  }
}
