import { Phone } from 'lucide-react';
import { useSearchParams } from 'react-router';
import { ButtonLink, buttonClass } from '../../../ui/button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { isServiceIssue, sanitizeCheckoutMessage } from '../checkout/checkout-error-message.ts';
import { BulletList, CheckoutLayout, ContactLinks, PageActions, Panel } from '../ui/checkout-layout.tsx';
import type { Route } from './+types/checkout-error';

/** The message comes from the URL, so a phone makes no link of a number in it. */
export const meta: Route.MetaFunction = () => [
  { title: 'Payment Error | PCB Beach Rentals' },
  { name: 'description', content: 'The payment could not be completed.' },
  { name: 'robots', content: 'noindex' },
  { name: 'format-detection', content: 'telephone=no, email=no, address=no, date=no' },
];

export default function CheckoutError() {
  const [search] = useSearchParams();
  const message = search.get('message');
  const { phoneHref } = useSiteSettings();
  return (
    <CheckoutLayout variant="grey" title="Payment Error" lead="Your payment did not go through.">
      <Panel title="Error Details">
        <p className="border-l-4 border-coral py-1 pl-4 wrap-anywhere">{sanitizeCheckoutMessage(message)}</p>
      </Panel>
      {isServiceIssue(message ?? '') ? <ServiceIssue /> : <Advice />}
      <PageActions>
        <ButtonLink to="/shop">Try Again</ButtonLink>
        <ButtonLink to="/" variant="quiet">
          Back to Home
        </ButtonLink>
        <ButtonLink to="/#contact" variant="quiet">
          Contact Support
        </ButtonLink>
        <a href={phoneHref} className={buttonClass('quiet')}>
          <Phone aria-hidden="true" className="size-4.5" />
          Call Now
        </a>
      </PageActions>
    </CheckoutLayout>
  );
}

function ServiceIssue() {
  return (
    <Panel title="Temporary Service Issue" variant="sand">
      <p>
        Our payment system is being set up at the moment. Please contact us directly, and we will be glad to
        book your stay with you.
      </p>
      <ContactLinks className="mt-3 flex flex-col gap-x-8 sm:flex-row sm:flex-wrap" />
    </Panel>
  );
}

function Advice() {
  return (
    <Panel title="What can you do?" variant="sea">
      <BulletList
        items={[
          'Check your internet connection and try again',
          'Verify that your payment information is correct',
          'Try a different payment method',
          'Contact your bank if the problem persists',
          'Reach out to our support team for help',
        ]}
      />
    </Panel>
  );
}
