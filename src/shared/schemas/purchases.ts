import {
  cents,
  choice,
  integerMax,
  moment,
  optional,
  optionalText,
  table,
  text,
  uuidKey,
} from '../forms/field-builders.ts';

const bySettlement = { readOnly: true };

/** Read-only throughout: purchases exist because the card provider says so. */
export default table(
  {
    id: uuidKey(),
    checkout_id: text({ title: 'Checkout', format: 'uuid', ...bySettlement }),
    stripe_session_id: text({ title: 'Stripe session', maxLength: 255, ...bySettlement }),
    stripe_payment_intent_id: optional(text({ title: 'Stripe payment', maxLength: 255, ...bySettlement })),
    stripe_subscription_id: optional(text({ title: 'Stripe subscription', maxLength: 255, ...bySettlement })),
    product_id: text({ title: 'Product', format: 'uuid', references: 'products', ...bySettlement }),
    product_name: text({ title: 'Product name', maxLength: 200, searchable: true, ...bySettlement }),
    amount_cents: cents({ title: 'Amount', minimum: 0, maximum: integerMax, ...bySettlement }),
    currency: text({
      title: 'Currency',
      pattern: '^[a-z]{3}$',
      minLength: 3,
      maxLength: 3,
      ...bySettlement,
    }),
    type: choice(['payment', 'subscription'], {
      title: 'Type',
      enumNames: ['Payment', 'Subscription'],
      ...bySettlement,
    }),
    status: choice(['active', 'past_due', 'paused', 'refunded', 'ended'], {
      title: 'Status',
      enumNames: ['Active', 'Payment due', 'Paused', 'Refunded', 'Ended'],
      ...bySettlement,
    }),
    email: text({ title: 'Email', format: 'email', maxLength: 254, searchable: true, ...bySettlement }),
    customer_name: optionalText({
      title: 'Customer name',
      maxLength: 200,
      searchable: true,
      ...bySettlement,
    }),
    purchased_at: moment('Purchased', { indexed: true }),
    expires_at: optional(moment('Expires')),
  },
  {
    title: 'Purchases',
    description: 'What guests have paid for',
    order: 4,
    group: 'money',
    label: 'product_name',
    verbs: { create: false, update: false, delete: false },
  },
);
