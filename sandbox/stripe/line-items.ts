import type Stripe from 'stripe';
import { newId } from './database.ts';
import type { Form, FormValue } from './form.ts';
import {
  allowOnly,
  listOf,
  metadataIn,
  nested,
  oneOf,
  optionalInteger,
  optionalText,
  requiredInteger,
  requiredText,
} from './params.ts';
import { StripeFailure } from './stripe-error.ts';

const INTERVALS = ['day', 'week', 'month', 'year'] as const;

/** Reads `line_items` with inline prices. The stand-in keeps no catalogue, so `price` ids are rejected as unknown. */
export function readLineItems(form: Form, created: number): Stripe.LineItem[] {
  const items = listOf(form.line_items);
  if (items.length === 0) {
    throw new StripeFailure('Missing required param: line_items.', {
      code: 'parameter_missing',
      param: 'line_items',
    });
  }
  if (items.length > 100) throw new StripeFailure('Too many line items', { param: 'line_items' });
  const read = items.map((item, index) => readLineItem(item, `line_items[${index}]`, created));
  if (new Set(read.map(({ currency }) => currency)).size > 1) {
    throw new StripeFailure('All prices on a Checkout Session must use the same currency.', {
      param: 'line_items',
    });
  }
  return read;
}

function readLineItem(item: FormValue, at: string, created: number): Stripe.LineItem {
  if (typeof item === 'string' || Array.isArray(item))
    throw new StripeFailure('Invalid object', { param: at });
  allowOnly(item, ['price_data', 'price', 'quantity', 'adjustable_quantity', 'tax_rates', 'metadata'], at);
  const unknownPrice = optionalText(item, 'price', at);
  if (unknownPrice) {
    throw new StripeFailure(`No such price: '${unknownPrice}'`, {
      code: 'resource_missing',
      param: `${at}[price]`,
    });
  }
  const priceData = nested(item, 'price_data');
  if (!priceData)
    throw new StripeFailure(`Missing required param: ${at}[price_data].`, {
      code: 'parameter_missing',
      param: at,
    });
  const quantity = requiredInteger(item, 'quantity', at, 1);
  const { price, name } = readPrice(priceData, `${at}[price_data]`, created);
  const amount = (price.unit_amount ?? 0) * quantity;
  return {
    id: newId('li'),
    object: 'item',
    adjustable_quantity: null,
    amount_discount: 0,
    amount_subtotal: amount,
    amount_tax: 0,
    amount_total: amount,
    currency: price.currency,
    description: name,
    metadata: metadataIn(item, at),
    price,
    quantity,
  };
}

function readPrice(data: Form, at: string, created: number): { price: Stripe.Price; name: string } {
  allowOnly(data, ['currency', 'unit_amount', 'product_data', 'recurring', 'tax_behavior'], at);
  const currency = requiredText(data, 'currency', at).toLowerCase();
  if (!/^[a-z]{3}$/.test(currency))
    throw new StripeFailure(`Invalid currency: ${currency}.`, { param: `${at}[currency]` });
  const unitAmount = requiredInteger(data, 'unit_amount', at);
  const name = readProductName(data, `${at}[product_data]`);
  const recurring = readRecurring(data, `${at}[recurring]`);
  const price = {
    id: newId('price'),
    object: 'price',
    active: false,
    billing_scheme: 'per_unit',
    created,
    currency,
    custom_unit_amount: null,
    livemode: false,
    lookup_key: null,
    metadata: {},
    nickname: null,
    product: newId('prod', 14),
    recurring,
    tax_behavior: 'unspecified',
    tiers_mode: null,
    transform_quantity: null,
    type: recurring ? 'recurring' : 'one_time',
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
  return { price: price as unknown as Stripe.Price, name };
}

function readProductName(data: Form, at: string): string {
  const product = nested(data, 'product_data');
  if (!product)
    throw new StripeFailure(`Missing required param: ${at}.`, { code: 'parameter_missing', param: at });
  allowOnly(product, ['name', 'description', 'images', 'metadata', 'tax_code', 'unit_label'], at);
  optionalText(product, 'description', at);
  metadataIn(product, at);
  const images = listOf(product.images);
  if (images.length > 8)
    throw new StripeFailure('Array images exceeded maximum 8 allowed elements.', { param: `${at}[images]` });
  images.forEach((image, index) => {
    if (typeof image === 'string' && URL.canParse(image) && image.length <= 2048) return;
    throw new StripeFailure('Not a valid URL', { code: 'url_invalid', param: `${at}[images][${index}]` });
  });
  return requiredText(product, 'name', at, 250);
}

function readRecurring(data: Form, at: string): Stripe.Price.Recurring | null {
  const recurring = nested(data, 'recurring');
  if (!recurring) return null;
  allowOnly(recurring, ['interval', 'interval_count'], at);
  const interval = oneOf(recurring, 'interval', INTERVALS, at);
  if (!interval)
    throw new StripeFailure(`Missing required param: ${at}[interval].`, {
      code: 'parameter_missing',
      param: at,
    });
  const count = optionalInteger(recurring, 'interval_count', at, 1) ?? 1;
  return { interval, interval_count: count, meter: null, trial_period_days: null, usage_type: 'licensed' };
}
