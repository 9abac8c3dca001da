import { type PaymentPageState, paymentPageText } from './payment-page.ts';

/** Links the payment page where the page that leads there stays; empty before. */
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
