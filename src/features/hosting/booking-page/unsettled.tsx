import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { HostedDetail } from '../bookings/contract.server.ts';

/** Money that hosts must see to: what a bank reclaims, and refunds that did not arrive. */
export function Unsettled({ booking }: { booking: HostedDetail }) {
  const { disputes, unpaidRefund, currency, name } = booking;
  return (
    <>
      {disputes.map(({ id, amount, reason, answerBy, isUnderReview }) => (
        <Warning key={id} title={`The bank of ${name} reclaims ${formatMoney(amount, currency)}`}>
          {`Reason: ${reason.replaceAll('_', ' ')}. The card provider’s reference is ${id}. `}
          {isUnderReview
            ? 'You have answered; the bank decides.'
            : `Answer with evidence on the card provider’s page${answerBy ? ` before ${formatDateTime(answerBy)}` : ''}, or the money goes back.`}
          {' Do not refund it meanwhile.'}
        </Warning>
      ))}
      {unpaidRefund > 0 && (
        <Warning title={`A refund of ${formatMoney(unpaidRefund, currency)} did not reach ${name}`}>
          The money is still with you. Refund it again; or pay it back in another way, and record that as a
          refund.
        </Warning>
      )}
    </>
  );
}

const Warning = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className="flex gap-3 rounded-xl border-l-4 border-danger bg-peach p-3 text-ink">
    <TriangleAlert aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-danger" />
    <div className="min-w-0 wrap-anywhere">
      <p className="font-semibold">{title}</p>
      <p>{children}</p>
    </div>
  </div>
);
