import type Stripe from 'stripe';
import { type Ledger, newId, type Session, type StoredSession } from './database.ts';
import type { Form } from './form.ts';
import { readLineItems } from './line-items.ts';
import {
  allowOnly,
  metadataIn,
  nested,
  oneOf,
  optionalInteger,
  optionalText,
  optionalUrl,
} from './params.ts';
import { StripeFailure } from './stripe-error.ts';

const HALF_HOUR_SECONDS = 30 * 60;
const DAY_SECONDS = 24 * 60 * 60;
/** Stripe counts from its own clock and forgives the time a request takes. */
const LEEWAY_SECONDS = 60;

const PARAMETERS = (
  'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types automatic_tax billing_address_collection branding_settings cancel_url ' +
  'client_reference_id consent_collection currency custom_fields custom_text customer customer_creation customer_email ' +
  'customer_update discounts excluded_payment_method_types expand expires_at integration_identifier invoice_creation ' +
  'line_items locale metadata mode name_collection origin_context payment_intent_data payment_method_collection ' +
  'payment_method_options phone_number_collection redirect_on_completion return_url ' +
  'saved_payment_method_options shipping_address_collection shipping_options submit_type subscription_data success_url ' +
  'tax_id_collection ui_mode wallet_options'
).split(' ');

/** `POST /v1/checkout/sessions`: a hosted page in `payment` or `subscription` mode, with inline prices. */
export function createSession(ledger: Ledger, form: Form): Session {
  allowOnly(form, PARAMETERS);
  const mode = oneOf(form, 'mode', ['payment', 'subscription'] as const);
  if (!mode)
    throw new StripeFailure('Missing required param: mode.', { code: 'parameter_missing', param: 'mode' });
  const created = ledger.now();
  const lineItems = readLineItems(form, created);
  checkMode(form, mode, lineItems);
  const total = lineItems.reduce((sum, item) => sum + item.amount_total, 0);
  const currency = lineItems[0]?.currency ?? 'usd';
  if (currency === 'usd' && total < 50 && mode === 'payment') {
    const message = "The Checkout Session's total amount due must add up to at least $0.50 usd";
    throw new StripeFailure(message, { code: 'amount_too_small' });
  }
  const id = newId('cs_test', 58);
  const session: Session = {
    ...blankSession(mode),
    ...customerCreationIn(form, mode),
    id,
    amount_subtotal: total,
    amount_total: total,
    cancel_url: optionalUrl(form, 'cancel_url') ?? null,
    client_reference_id: optionalText(form, 'client_reference_id', '', 200) ?? null,
    created,
    currency,
    customer_email: emailIn(form),
    expires_at: expiryIn(form, created),
    metadata: metadataIn(form),
    ...methodsIn(form),
    success_url: successUrlIn(form),
    url: `${ledger.origin}/stripe/pay/${id}`,
  };
  const stored: StoredSession = { session, lineItems, after: afterPayment(form) };
  ledger.sessions.put(id, stored);
  return session;
}

function checkMode(form: Form, mode: 'payment' | 'subscription', lineItems: Stripe.LineItem[]): void {
  const recurring = lineItems.some(({ price }) => price?.recurring);
  if (mode === 'payment' && recurring) {
    throw new StripeFailure(
      'You specified `payment` mode but passed a recurring price. Either switch to `subscription` mode or use only one-time prices.',
      { param: 'mode' },
    );
  }
  if (mode === 'subscription' && !recurring) {
    throw new StripeFailure(
      'You must provide at least one recurring price in `subscription` mode when using prices.',
      { param: 'mode' },
    );
  }
  const foreign = mode === 'payment' ? 'subscription_data' : 'payment_intent_data';
  if (form[foreign] !== undefined) {
    throw new StripeFailure(`You can not pass \`${foreign}\` in \`${mode}\` mode.`, { param: foreign });
  }
}

function expiryIn(form: Form, created: number): number {
  const at = optionalInteger(form, 'expires_at') ?? created + DAY_SECONDS;
  const about = { param: 'expires_at' };
  if (at < created + HALF_HOUR_SECONDS - LEEWAY_SECONDS) {
    throw new StripeFailure(
      'The `expires_at` timestamp must be at least 30 minutes from Checkout Session creation.',
      about,
    );
  }
  if (at > created + DAY_SECONDS + LEEWAY_SECONDS) {
    throw new StripeFailure(
      'The `expires_at` timestamp must be less than 24 hours from Checkout Session creation.',
      about,
    );
  }
  return at;
}

function customerCreationIn(form: Form, mode: 'payment' | 'subscription'): Partial<Session> {
  const choice = oneOf(form, 'customer_creation', ['always', 'if_required'] as const);
  if (!choice) return {};
  if (mode === 'payment') return { customer_creation: choice };
  throw new StripeFailure('`customer_creation` can only be used in `payment` and `setup` mode.', {
    param: 'customer_creation',
  });
}

const METHODS = ['card', 'us_bank_account', 'link', 'cashapp', 'klarna', 'affirm'];

/** The allowed methods; without any, those of the account apply. `payment_method_types` itself is read-only since 2026-09-30. */
function methodsIn(form: Form): Partial<Session> {
  const allowed = form.allowed_payment_method_types;
  if (allowed === undefined) return {};
  const types = Array.isArray(allowed) ? allowed.map(String) : [];
  if (types.length > 0 && types.every((type) => METHODS.includes(type)))
    return { allowed_payment_method_types: types, payment_method_types: types };
  throw new StripeFailure('Invalid allowed_payment_method_types[0]: must be a type of payment method', {
    param: 'allowed_payment_method_types',
  });
}

function successUrlIn(form: Form): string {
  const url = optionalUrl(form, 'success_url');
  if (url) return url;
  throw new StripeFailure('Missing required param: success_url.', {
    code: 'parameter_missing',
    param: 'success_url',
  });
}

function emailIn(form: Form): string | null {
  const email = optionalText(form, 'customer_email', '', 800);
  if (email === undefined) return null;
  if (isEmail(email)) return email;
  throw new StripeFailure(`Invalid email address: ${email}`, {
    code: 'email_invalid',
    param: 'customer_email',
  });
}

/** Matches roughly what Stripe accepts as an e-mail address. */
export function isEmail(text: string): boolean {
  return /^[^\s@<>,;:"]+@[^\s@<>,;:"]+\.[^\s@<>,;:"]+$/.test(text);
}

function afterPayment(form: Form): StoredSession['after'] {
  const data = nested(form, 'payment_intent_data') ?? nested(form, 'subscription_data') ?? {};
  const description = optionalText(data, 'description', 'data');
  const receiptEmail = optionalText(data, 'receipt_email', 'data');
  const setupFutureUsage = oneOf(data, 'setup_future_usage', ['off_session', 'on_session'] as const, 'data');
  return {
    ...(setupFutureUsage ? { setupFutureUsage } : {}),
    metadata: metadataIn(data),
    ...(description ? { description } : {}),
    ...(receiptEmail ? { receiptEmail } : {}),
  };
}

function blankSession(mode: 'payment' | 'subscription'): Session {
  return {
    id: '',
    object: 'checkout.session',
    adaptive_pricing: { enabled: false },
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: null,
    amount_total: null,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: null,
    client_reference_id: null,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: 0,
    currency: null,
    currency_conversion: null,
    custom_fields: [],
    custom_text: {
      after_submit: null,
      shipping_address: null,
      submit: null,
      terms_of_service_acceptance: null,
    },
    customer: null,
    customer_account: null,
    customer_creation: mode === 'payment' ? 'if_required' : 'always',
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: 0,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: null,
    managed_payments: null,
    metadata: {},
    mode,
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: mode === 'payment' ? 'if_required' : 'always',
    payment_method_configuration_details: null,
    payment_method_options: {},
    payment_method_types: ['card', 'us_bank_account'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: null,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: 'hosted_page',
    url: null,
    wallet_options: null,
  };
}
