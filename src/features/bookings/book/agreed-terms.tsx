import { formatDateTime } from '../../../shared/dates.ts';
import { pluralize } from '../../../shared/text/text.ts';
import type { AgreedTerms as Terms } from '../record/trip.ts';

interface AgreedTermsProps {
  agreed: Terms;
  /** Whether they come first in their card. */
  isFirst?: boolean;
}

/** The terms to which the guest agreed when booking, word for word. */
export function AgreedTerms({ agreed, isFirst = false }: AgreedTermsProps) {
  const { houseRules, policy, steps, graceHours, laterCharges, at } = agreed;
  return (
    <details className={isFirst ? '' : 'mt-6 border-t border-dune pt-4'}>
      <summary className="min-h-11 content-center font-semibold text-ink">What you agreed to</summary>
      <p className="mt-1 text-slate">On {formatDateTime(at)}, word for word.</p>
      {houseRules.length > 0 && (
        <>
          <h3 className="mt-4 font-sans text-base font-semibold tracking-normal text-ink">House rules</h3>
          <ul className="mt-2 list-disc space-y-1.5 pl-5 wrap-anywhere text-slate marker:text-lagoon">
            {houseRules.map((rule) => (
              <li key={rule}>{rule}</li>
            ))}
          </ul>
        </>
      )}
      <h3 className="mt-4 font-sans text-base font-semibold tracking-normal text-ink">
        {policy ? `Cancellation policy: ${policy}` : 'Cancellation policy'}
      </h3>
      <ul className="mt-2 list-disc space-y-1.5 pl-5 text-slate marker:text-lagoon">
        {graceHours > 0 && (
          <li>
            Everything back within {pluralize(graceHours, 'hour')} of booking, when check-in is at least 7
            days away
          </li>
        )}
        {steps.map(({ daysBefore, refundPercent }) => (
          <li key={daysBefore}>
            {refundPercent}% back until {pluralize(daysBefore, 'day')} before check-in
          </li>
        ))}
        <li>Cleaning and pet fees with their taxes always go back</li>
      </ul>
      {laterCharges && (
        <>
          <h3 className="mt-4 font-sans text-base font-semibold tracking-normal text-ink">Later orders</h3>
          <p className="mt-2 text-slate">{laterCharges}</p>
        </>
      )}
    </details>
  );
}
