import { type PaymentPageState, paymentPageText } from './payment-page.ts';

/** A link to the payment page for a page that stays open; empty before there is one. */
export function PaymentLink({ page }: { page: PaymentPageState | undefined }) {
  return (
    <div role="status" className="empty:hidden">
      {page && 'url' in page && (
        <p className="rounded-2xl bg-mist p-5 text-deep">
          {paymentPageText(page)}
          <a
            href={page.url}
            target="_blank"
            rel="noopener"
            className="ml-2 font-semibold underline underline-offset-4"
          >
            Continue to payment
            <span className="unseen"> (opens in a new tab)</span>
          </a>
        </p>
      )}
    </div>
  );
}
