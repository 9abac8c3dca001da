import { formatClock, formatDate, formatShortDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { useServerNow } from '../../../ui/browser/use-server-now.ts';
import { feesBackText, graceText } from '../pricing/cancellation-text.ts';
import type { Quote } from '../quotes/contract.server.ts';
import { billLabel } from '../quotes/quote.ts';

/** How long ago a moment was: `8 seconds ago`. */
export function formatAge(milliseconds: number): string {
  const seconds = Math.max(0, Math.round(milliseconds / 1000));
  if (seconds < 2) return 'just now';
  if (seconds < 90) return `${seconds} seconds ago`;
  if (seconds < 5400) return `${Math.round(seconds / 60)} minutes ago`;
  return `${Math.round(seconds / 3600)} hours ago`;
}

export function CalendarsChecked({ at }: { at: string | null }) {
  const now = useServerNow(5_000);
  if (at === null) return null;
  // The time is as short as the age that replaces it, so that nothing below moves.
  const age = now === null ? formatShortDateTime(at) : formatAge(now - Date.parse(at));
  return <p className="text-sm text-slate">Calendars checked {age}</p>;
}

/** The lines of a price, collapsed; renders nothing if they are unknown. */
export function PriceDetails({ quote, className }: { quote: Quote; className: string }) {
  if (quote.lines.length === 0) return null;
  return (
    <details
      className={`border-t border-dune pt-4 print:details-content:[content-visibility:visible] ${className}`}
    >
      <summary className="min-h-11 content-center font-semibold text-ink">How this adds up</summary>
      <PriceLines quote={quote} />
    </details>
  );
}

export function PriceLines({ quote: { lines, total, currency } }: { quote: Quote }) {
  return (
    <dl className="mt-3 grid grid-cols-[1fr_auto] gap-y-2">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two taxes may have one label
        <div key={index} className="contents">
          <dt className="min-w-0 pr-6 wrap-anywhere text-slate">{billLabel(line)}</dt>
          <dd className="text-right whitespace-nowrap text-ink tabular-nums">
            {formatMoney(line.amount, currency)}
          </dd>
        </div>
      ))}
      <dt className="border-t border-dune pt-2 font-semibold text-ink">Total</dt>
      <dd className="border-t border-dune pt-2 text-right font-semibold text-ink tabular-nums">
        {formatMoney(total, currency)}
      </dd>
    </dl>
  );
}

/** The id of the heading below which a form has all refund steps. */
export const cancellationId = 'if-you-cancel';

type QuotedRefunds = Pick<Quote, 'cancellation' | 'graceHours'>;

function refundSummary({ cancellation: [best], graceHours }: QuotedRefunds): string {
  if (best) return `${best.refundPercent}% back until ${formatDate(best.until)}. `;
  return graceHours > 0
    ? `Everything back within ${pluralize(graceHours, 'hour')} of booking. `
    : 'Rent is not refunded. ';
}

/** The largest refund and its last day, with a link to all steps. */
export function RefundSummary({ quote }: { quote: QuotedRefunds }) {
  return (
    <>
      {refundSummary(quote)}
      <a
        href={`#${cancellationId}`}
        className="font-medium whitespace-nowrap text-gulf underline underline-offset-4 hover:no-underline"
      >
        All terms
      </a>
    </>
  );
}

/** The refund steps in the order of time. */
export function CancellationTimeline({ quote: { cancellation, graceHours } }: { quote: QuotedRefunds }) {
  const steps = [
    ...(graceHours > 0 ? [['Everything back', graceText(graceHours)]] : []),
    ...cancellation.map(({ until, refundPercent }) => [
      `${refundPercent}% back`,
      `until ${formatDate(until)},`,
      formatClock(new Date(until)),
    ]),
    [cancellation.length > 0 || graceHours > 0 ? 'After that' : 'Rent is not refunded', feesBackText],
  ];
  return (
    <ol className="mt-3 border-l-2 border-glass">
      {steps.map(([what, when, clock]) => (
        <li key={when} className="relative py-1.5 pl-5">
          <span aria-hidden="true" className="absolute top-3.5 -left-1.75 size-3 rounded-full bg-lagoon" />
          <span className="block font-semibold text-ink">{what}</span>
          <span className="block text-slate">
            {when}
            {clock && (
              <>
                {' '}
                <span className="inline-block">{clock}</span>
              </>
            )}
          </span>
        </li>
      ))}
    </ol>
  );
}
