import { type ReactNode, useEffect, useRef, useState } from 'react';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Button } from '../../../ui/button.tsx';
import { Choice } from '../../../ui/forms/choice.tsx';
import type { Quote } from '../quotes/contract.server.ts';
import { CalendarsChecked, PriceLines, RefundSummary } from './stay-facts.tsx';
import { StayForm } from './stay-link.tsx';
import { type StaySearch, searchParams } from './stay-search.ts';

interface QuotePanelProps {
  quote: Quote;
  isBusy: boolean;
  /** The plan that a guest without scripts had chosen. */
  plan?: string | undefined;
  /** Whether the hosts approve it before it is paid. */
  isRequest?: boolean;
  /** Whether the plan is selected elsewhere. */
  hasNoPlans?: boolean;
  /** The form of the details, to which the choice of a plan belongs. */
  formId: string;
  /** The extras that can be added to the stay. */
  extras?: ReactNode;
  children?: ReactNode;
}

/** A price: its total first and largest, then what it is made of. */
export function QuotePanel({
  quote,
  isBusy,
  plan,
  isRequest = false,
  hasNoPlans = false,
  formId,
  extras,
  children,
}: QuotePanelProps) {
  const { total, currency, perNight, nights, plans } = quote;
  return (
    <div aria-busy={isBusy} className={isBusy ? 'opacity-60 transition-opacity delay-200' : ''}>
      <p className="font-display text-4xl text-deep min-[22.5rem]:text-5xl">{formatMoney(total, currency)}</p>
      <p className="mt-1 text-slate">
        in all for {pluralize(nights.length, 'night')}, fees and taxes included;{' '}
        {formatMoney(perNight, currency)} a night
      </p>
      {plans.length > 1 && !hasNoPlans && (
        <PlanChoice quote={quote} plan={plan} isRequest={isRequest} formId={formId} />
      )}
      {extras}
      <details open className="mt-5 border-t border-dune pt-4">
        <summary className="min-h-11 content-center font-semibold text-ink">How this adds up</summary>
        <PriceLines quote={quote} />
      </details>
      <p className="mt-5 border-t border-dune pt-4 text-slate">
        <RefundSummary quote={quote} />
      </p>
      {children}
      <div className="mt-5 border-t border-dune pt-4">
        <CalendarsChecked at={quote.calendarsCheckedAt} />
      </div>
    </div>
  );
}

interface PlanChoiceProps extends Pick<QuotePanelProps, 'quote' | 'plan' | 'formId'> {
  isRequest: boolean;
}

/** The ways to pay, as radio buttons of the form of the details. */
export function PlanChoice({
  quote: { plans, currency },
  plan = 'full',
  isRequest,
  formId,
}: PlanChoiceProps) {
  const when = isRequest ? 'once approved' : 'now';
  return (
    <fieldset className="mt-5 grid gap-2">
      <legend className="mb-2 font-semibold text-ink">How to pay</legend>
      {plans.map(({ kind, dueNow, dueLater }) => (
        <Choice
          key={kind}
          type="radio"
          variant="card"
          name="plan"
          value={kind}
          form={formId}
          defaultChecked={kind === plan}
        >
          <span>
            <span className="block font-semibold text-ink">
              {kind === 'full'
                ? `All ${when}: ${formatMoney(dueNow, currency)}`
                : `Deposit ${when}: ${formatMoney(dueNow, currency)}`}
            </span>
            {dueLater.map(({ on, amount }) => (
              <span key={on} className="block text-slate">
                {formatMoney(amount, currency)} on {formatDate(on)}, from the same card
              </span>
            ))}
          </span>
        </Choice>
      ))}
    </fieldset>
  );
}

interface PromoCodeProps {
  search: StaySearch;
  /** Why the promotion code is not valid. */
  problem: string;
  onSearch(search: StaySearch): void;
}

/** The field for a promotion code, hidden until a guest has one. It stays, with the focus, while the code is checked. */
export function PromoCode({ search, problem, onSearch }: PromoCodeProps) {
  const { promoCode = '', ...others } = search;
  const [isOpen, setOpen] = useState(promoCode !== '');
  const input = useRef<HTMLInputElement>(null);
  const sentence = useRef<HTMLParagraphElement>(null);
  const applied = useRef(promoCode);
  // Going back or forward changes the code; input typed before hydration stays.
  useEffect(() => {
    if (input.current && applied.current !== promoCode) input.current.value = promoCode;
    applied.current = promoCode;
    if (promoCode !== '') setOpen(true);
  }, [promoCode]);
  useEffect(() => {
    const isTyping = input.current !== null && document.activeElement === input.current;
    if (problem !== '' && isTyping) sentence.current?.scrollIntoView({ block: 'nearest' });
  }, [problem]);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="mt-5 border-t border-dune pt-4"
    >
      <summary className="min-h-11 content-center font-semibold text-ink">Promotion code</summary>
      <StayForm
        action="/book"
        className="mt-2 flex gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get('promoCode');
          const code = typeof typed === 'string' ? typed.trim() : '';
          onSearch({ ...others, promoCode: code || undefined });
        }}
      >
        {[...searchParams(others)].map(([name, value]) => (
          <input key={`${name} ${value}`} type="hidden" name={name} value={value} />
        ))}
        <input
          ref={input}
          name="promoCode"
          defaultValue={promoCode}
          aria-label="Promotion code"
          aria-invalid={problem !== '' || undefined}
          aria-describedby={problem === '' ? undefined : 'promo-problem'}
          autoComplete="off"
          className="min-h-11 min-w-0 grow rounded-xl border border-driftwood/70 bg-white px-3 text-base uppercase aria-invalid:border-danger"
        />
        <Button type="submit" variant="quiet">
          Apply
        </Button>
      </StayForm>
      <p ref={sentence} id="promo-problem" role="alert" className="mt-2 scroll-mb-4 font-medium text-danger">
        {problem}
      </p>
    </details>
  );
}
