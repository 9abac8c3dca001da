import { data, redirect } from 'react-router';
import { ApiError, type Fetch } from '../../../shared/http/api-error.ts';
import { tripPath } from '../record/trip-paths.ts';
import { bookingExtra, bookingExtras } from './calls.ts';

/** Why an order of the trip's page was not made; with another price it can be pressed again. */
export interface OrderOutcome {
  /** The id of the extra, or of what was added. */
  id: string;
  failure: string;
  /** The present price of this quantity, in minor units. */
  price: { quantity: number; total: number } | null;
}

export const isOrdering = (intent: unknown): boolean => intent === 'order' || intent === 'withdraw';

/** Orders or withdraws the extra that the form names, and redirects to the page. */
export async function submitOrder(form: FormData, api: Fetch, code: string) {
  const text = (name: string) => String(form.get(name) ?? '');
  const id = text('id');
  const quantity = Number(text('quantity') || '1');
  try {
    if (form.get('intent') === 'withdraw') await bookingExtra.withdraw({ code, id, fetch: api });
    else {
      const total = form.has('each') ? Number(text('each')) * quantity : Number(text('total'));
      const idempotencyKey = `${id}.${quantity}.${total}.${text('state')}`;
      await bookingExtras.order({ code, json: { id, quantity, total }, idempotencyKey, fetch: api });
    }
    return toExtras(code);
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { reason, total } = error.details;
    // The second of two presses finds it withdrawn, and the page shows what became of it.
    if (form.get('intent') === 'withdraw' && reason === 'already_decided') return toExtras(code);
    const isNewPrice = reason === 'price_changed' && typeof total === 'number';
    const ordering: OrderOutcome = {
      id,
      failure: error.message,
      price: isNewPrice ? { quantity, total } : null,
    };
    return data({ ordering }, { status: error.status });
  }
}

const toExtras = (code: string) => redirect(`${tripPath(code)}#extras`, 303);
