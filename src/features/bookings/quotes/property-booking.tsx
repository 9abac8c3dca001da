import { lazy, Suspense, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import { useMediaQuery } from '../../../ui/browser/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { latePart, WhenNear } from '../../../ui/loading/when-near.tsx';
import { track } from '../../analytics/track.ts';
import { propertyPath } from '../../listings/property.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import type { DateSpan } from '../calendar/nights.ts';
import { StayCalendar } from '../calendar/stay-calendar.tsx';
import { type DetailProblems, detailsFormId, type TypedDetails } from '../checkout/details.ts';
import { stayBasket } from '../stay-basket.ts';
import { type QuoteOutcome, toQuoteRequest } from './quote-outcome.ts';
import { PromoCode, QuotePanel } from './quote-panel.tsx';
import { Rejection } from './rejection.tsx';
import { SearchForm } from './search-form.tsx';
import { stayText } from './stay-facts.tsx';
import { bookPath, type DatedSearch, isDated, type StaySearch } from './stay-search.ts';
import { useQuote } from './use-quote.ts';

const Dialog = lazy(async () => ({
  default: (await import('../../../ui/overlays/dialog.tsx')).Dialog,
}));

const detailsForm = latePart(async () => (await import('../checkout/details-form.tsx')).DetailsForm);

interface PropertyBookingProps {
  property: PropertyDetail;
  calendar: PropertyCalendar | null;
  search: StaySearch;
  outcome: QuoteOutcome | null;
  problems: DetailProblems;
  /** What a guest without scripts had typed. */
  typed: TypedDetails | undefined;
  onSearch(search: StaySearch): void;
}

const isPromoProblem = (outcome: QuoteOutcome | null) =>
  !!outcome &&
  'rejection' in outcome &&
  (outcome.rejection.reason === 'promo_unknown' || outcome.rejection.reason === 'promo_not_valid');

/** One home: its nights, their price, and who comes. */
export function PropertyBooking(props: PropertyBookingProps) {
  const { property, calendar, search, problems, typed, onSearch } = props;
  const dated = isDated(search) ? search : null;
  const { outcome, isBusy, renew } = useQuote(dated && toQuoteRequest(dated, property.slug), props.outcome);
  const quote = outcome && 'quote' in outcome ? outcome.quote : null;
  const rejection = outcome && 'rejection' in outcome ? outcome.rejection : null;
  useSearchTracking(quote, property.title);

  const stay = dated && { checkin: dated.checkin, checkout: dated.checkout };
  const choose = (next: DateSpan | null) => {
    const { checkin: _in, checkout: _out, ...others } = search;
    onSearch({ ...others, ...next });
  };
  return (
    <>
      <div className="rounded-3xl bg-white p-5 shadow-card sm:p-7">
        <SearchForm search={search} submit="Show the price" onSearch={onSearch} live />
      </div>
      <div className="mt-8 grid gap-8 lg:grid-cols-[1fr_25rem] lg:items-start lg:gap-10">
        <div className="grid min-w-0 gap-8 max-lg:contents">
          <DatesPart {...{ property, calendar, stay }} onChange={choose} />
          {quote && (
            <section
              aria-labelledby="details-title"
              className="rounded-3xl bg-white p-5 shadow-card max-lg:order-3 sm:p-8"
            >
              <h2 id="details-title" className="mb-5 text-2xl text-deep">
                Your details
              </h2>
              <WhenNear part={detailsForm} fallback={<div className="min-h-160" />}>
                {(DetailsForm) => (
                  <DetailsForm
                    key={quote.id}
                    {...{ quote, problems, typed, title: property.title, houseRules: property.houseRules }}
                    action={bookPath({ ...search, property: property.slug })}
                    onConflict={renew}
                  />
                )}
              </WhenNear>
            </section>
          )}
        </div>
        <aside
          aria-label="Price"
          className="rounded-3xl bg-white p-6 shadow-card max-lg:order-2 sm:p-8 lg:sticky lg:top-24"
        >
          <p role="status" className="unseen">
            {quote && `${formatMoney(quote.total, quote.currency)} in all, ${stayText(quote)}`}
          </p>
          {quote && dated && (
            <QuotePanel {...{ quote, isBusy }} formId={detailsFormId}>
              <PromoCode key={dated.promoCode} search={dated} problem="" onSearch={onSearch} />
            </QuotePanel>
          )}
          {rejection && dated && (
            <RejectedPrice {...{ rejection, outcome, onSearch }} title={property.title} search={dated} />
          )}
          {!outcome && (
            <p className="text-lg text-slate">
              {dated ? 'Adding up your price…' : 'Choose your nights, and the whole price stands here.'}
            </p>
          )}
        </aside>
      </div>
    </>
  );
}

interface RejectedPriceProps {
  rejection: { message: string } & Parameters<typeof Rejection>[0]['rejection'];
  outcome: QuoteOutcome | null;
  title: string;
  search: DatedSearch;
  onSearch(search: StaySearch): void;
}

function RejectedPrice({ rejection, outcome, title, search, onSearch }: RejectedPriceProps) {
  if (!isPromoProblem(outcome)) return <Rejection {...{ rejection, title, search }} />;
  return <PromoCode search={search} problem={rejection.message} onSearch={onSearch} />;
}

interface DatesPartProps {
  property: PropertyDetail;
  calendar: PropertyCalendar | null;
  stay: DateSpan | null;
  onChange(stay: DateSpan | null): void;
}

/** The calendar; on phones, once dates are chosen, in a sheet that is opened to change them. */
function DatesPart({ property, calendar, stay, onChange }: DatesPartProps) {
  const isNarrow = useMediaQuery();
  const [isOpen, setOpen] = useState(false);
  const months = (
    <StayCalendar
      slugs={[property.slug]}
      label={`Nights in ${property.title}`}
      initial={calendar}
      stay={stay}
      onChange={(next) => {
        onChange(next);
        if (next) setOpen(false);
      }}
    />
  );
  return (
    <section
      aria-labelledby="dates-title"
      className="rounded-3xl bg-white p-5 shadow-card max-lg:order-1 sm:p-8"
    >
      <h2 id="dates-title" className="mb-4 text-2xl text-deep">
        {stay && isNarrow ? stayText(stay) : 'Choose your nights'}
      </h2>
      {stay && isNarrow ? (
        <Button look="quiet" className="w-full" onClick={() => setOpen(true)}>
          Change dates
        </Button>
      ) : (
        months
      )}
      {isOpen && isNarrow && stay && (
        <Suspense>
          <Dialog title="Choose your nights" onClose={() => setOpen(false)}>
            {months}
          </Dialog>
        </Suspense>
      )}
      <p className="mt-4 text-slate">
        <Link
          to={propertyPath(property.slug)}
          className="font-medium text-gulf underline underline-offset-4 hover:no-underline"
        >
          Pictures, beds and amenities of {property.title}
        </Link>
      </p>
    </section>
  );
}

/** Tells analytics once of each stay that is priced. */
function useSearchTracking(
  quote: { id: string; property: string; total: number; currency: string } | null,
  title: string,
) {
  const id = quote?.id;
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each quote
  useEffect(() => {
    if (quote) track({ name: 'Search', ...stayBasket(quote, title) });
  }, [id]);
}
