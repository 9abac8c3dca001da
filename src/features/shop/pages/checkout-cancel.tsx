import { ButtonLink } from '../../../ui/button.tsx';
import { CheckoutLayout, ContactLinks, PageActions, Panel, SideBySide } from '../ui/checkout-layout.tsx';
import type { Route } from './+types/checkout-cancel';

export const meta: Route.MetaFunction = () => [
  { title: 'Payment Cancelled | PCB Beach Rentals' },
  { name: 'description', content: 'The payment was cancelled and no charges were made.' },
  { name: 'robots', content: 'noindex' },
];

export default function CheckoutCancel() {
  return (
    <CheckoutLayout
      variant="low"
      title="Payment Cancelled"
      lead="Your payment was cancelled and no charges were made. Your reservation has not been processed."
    >
      <SideBySide>
        <Panel title="What happened?">
          <p>
            You left the payment page before the payment was complete. Nothing is held against your card, and
            the stay is still there for you: whenever you like, start again from the shop.
          </p>
        </Panel>
        <Panel title="Need a hand?" variant="sea">
          <p>Did something not work, or would you like to ask about your dates first? We are glad to help.</p>
          <ContactLinks className="mt-3" />
        </Panel>
      </SideBySide>
      <PageActions>
        <ButtonLink to="/shop">Browse Properties</ButtonLink>
        <ButtonLink to="/" variant="quiet">
          Back to Home
        </ButtonLink>
      </PageActions>
    </CheckoutLayout>
  );
}
