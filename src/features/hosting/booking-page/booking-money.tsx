import { formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { PriceLines } from '../../bookings/book/stay-facts.tsx';
import type { HostedDetail } from '../bookings/contract.server.ts';
import { Panel } from './panel.tsx';

interface BookingProps {
  booking: HostedDetail;
}

/** The price line by line, every payment and refund, and what is left of them. */
export function Money({ booking }: BookingProps) {
  const { quote, currency, paid, due, total } = booking;
  const sums = [
    ['Price', total],
    ['Paid, less refunds', paid],
    ['Still open', due],
  ] as const;
  return (
    <Panel title="Money">
      <dl className="grid grid-cols-[1fr_auto] gap-x-6 gap-y-1.5">
        {sums.map(([label, amount]) => (
          <div key={label} className="contents">
            <dt className="text-slate">{label}</dt>
            <dd className="text-right font-semibold text-ink tabular-nums">
              {formatMoney(amount, currency)}
            </dd>
          </div>
        ))}
      </dl>
      <Subheading>Payments and refunds</Subheading>
      <Ledger booking={booking} />
      <Subheading>How the price adds up</Subheading>
      <PriceLines quote={quote} />
    </Panel>
  );
}

const Subheading = ({ children }: { children: string }) => (
  <h3 className="mt-5 mb-1 border-t border-dune pt-4 font-sans text-base font-semibold tracking-normal text-ink">
    {children}
  </h3>
);

interface LedgerRow {
  at: string;
  title: string;
  /** Signed, minor units; `null` for money that did not move. */
  amount: number | null;
  detail: string;
}

function ledgerRows({ payments, refunds, failedRefunds, currency }: HostedDetail): LedgerRow[] {
  const elsewhere = (method: 'card' | 'elsewhere') =>
    method === 'elsewhere' ? ', recorded by the hosts' : '';
  return [
    ...payments.map(({ at, amount, method, reason, reference }) => ({
      at,
      amount,
      title: `Paid${elsewhere(method)}`,
      detail: [reason, reference].filter(Boolean).join(' · '),
    })),
    ...refunds.map(({ at, amount, status, method, reason, reference }) => ({
      at,
      amount: -amount,
      detail: [reason, reference].filter(Boolean).join(' · '),
      title: status === 'pending' ? 'Refund on its way to the card provider' : `Refunded${elsewhere(method)}`,
    })),
    ...failedRefunds.map(({ at, amount, reason }) => ({
      at,
      amount: null,
      detail: reason,
      title: `Refund of ${formatMoney(amount, currency)} failed: the money is still with you`,
    })),
  ].toSorted((one, other) => one.at.localeCompare(other.at));
}

function Ledger({ booking }: BookingProps) {
  const rows = ledgerRows(booking);
  if (rows.length === 0) return <p className="text-slate">Nothing was paid yet.</p>;
  return (
    <ul className="divide-y divide-dune/70">
      {rows.map(({ at, title, amount, detail }) => (
        <li key={`${at} ${title} ${detail}`} className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-4 py-2">
          <span className={amount === null ? 'text-danger' : 'text-ink'}>{title}</span>
          {amount !== null && (
            <span className="text-right text-ink tabular-nums">{formatMoney(amount, booking.currency)}</span>
          )}
          <span className="col-span-2 text-sm text-slate">{formatDateTime(at)}</span>
          {detail && <span className="col-span-2 text-sm wrap-anywhere text-slate">{detail}</span>}
        </li>
      ))}
    </ul>
  );
}
