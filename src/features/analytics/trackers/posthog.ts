import { type OutgoingEvent, send, type Tracker } from './tracker.ts';

const visitorKey = 'posthog-visitor';

const names: Record<OutgoingEvent['name'], string> = {
  PageView: '$pageview',
  AddToCart: 'AddToCart',
  InitiateCheckout: 'InitiateCheckout',
  Purchase: 'Purchase',
  Inquiry: 'Inquiry',
};

/**
 * PostHog's capture API (https://posthog.com/docs/api/capture), in place of its script, which would read the whole
 * address. Events are anonymous: nobody gets a profile.
 */
export function createPostHog({ key, host }: { key: string; host: string }): Tracker {
  const visitor = visitorId();
  return {
    tell({ name, page, referrer, ...facts }) {
      const properties = {
        ...toItems(facts),
        $current_url: page,
        $referrer: referrer || '$direct',
        $process_person_profile: false,
        $lib: 'site',
      };
      send(`${host}/i/v0/e/`, {
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
    end() {
      try {
        localStorage.removeItem(visitorKey);
      } catch {
        // Storage is off, so nothing was kept.
      }
    },
  };
}

const toItems = (facts: Partial<OutgoingEvent>): object =>
  'items' in facts
    ? {
        ...('orderId' in facts && { order_id: facts.orderId }),
        value: facts.value,
        currency: facts.currency,
        items: facts.items,
      }
    : {};

/** A random name for this browser, kept as long as the visitor agrees. */
function visitorId(): string {
  const made = crypto.randomUUID();
  try {
    const kept = localStorage.getItem(visitorKey) ?? made;
    localStorage.setItem(visitorKey, kept);
    return kept;
  } catch {
    return made;
  }
}
