import {
  type ReactNode,
  startTransition,
  useContext,
  useEffect,
  useOptimistic,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import type { DateSpan } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useMediaQuery } from '../../../ui/browser/use-media-query.ts';
import { Button } from '../../../ui/button.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { track } from '../../analytics/track.ts';
import { propertyPath } from '../../listings/property.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import type { PropertyCalendar } from '../calendar/calendar.ts';
import { LateCalendar } from '../date-picker/late-calendar.tsx';
import type { BrowserHold } from '../date-picker/stay-selection.ts';
import type { TripSummary } from '../record/trip.schema.server.ts';
import { type DetailProblems, detailsFormId, type TypedDetails } from './details.ts';
import { DetailsForm } from './details-form.tsx';
import { ExtrasChoice } from './extras-choice.tsx';
import { WaitlistResult } from './join-waitlist.ts';
import { type QuoteOutcome, toQuoteRequest } from './quote-outcome.ts';
import { PlanChoice, PromoCode, QuotePanel } from './quote-panel.tsx';
import { SearchForm } from './search-form.tsx';
import { stayBasket } from './stay-basket.ts';
import { StayLine } from './stay-line.tsx';
import { bookPath, type DatedSearch, isDated, type StaySearch } from './stay-search.ts';
import { partyText } from './stay-text.ts';
import { useQuote } from './use-quote.ts';

const rejectionPart = lazyPart(async () => (await import('./rejection.tsx')).Rejection);

interface PropertyBookingProps {
  property: PropertyDetail;
  calendar: PropertyCalendar | null;
  search: StaySearch;
  /** The message about an invalid search in the URL. */
  problem: string;
  outcome: QuoteOutcome | null;
  problems: DetailProblems;
  /** The values that a guest without scripts typed. */
  typed: TypedDetails | undefined;
  /** The hold of this browser on these nights. */
  hold: TripSummary | null;
  /** The notice that this browser holds these nights. */
  held: ReactNode;
  /** All nights that this browser holds. */
  ownHolds: readonly BrowserHold[];
  onSearch(search: StaySearch): void | Promise<void>;
}

/** One home: its nights, their price, and who comes. */
export function PropertyBooking(props: PropertyBookingProps) {
  const { property, calendar, problems } = props;
  // The new stay is rendered and priced at once; the URL is updated after that.
  const [search, setSearch] = useOptimistic(props.search);
  const typed = useRef(props.typed);
  const dated = isDated(search) ? search : null;
  const { outcome, isBusy, expect, renew } = useQuote(
    dated && toQuoteRequest(dated, property.slug),
    props.outcome,
  );
  const onSearch = (next: StaySearch) => {
    if (isDated(next)) expect(toQuoteRequest(next, property.slug));
    startTransition(async () => {
      setSearch(next);
      await props.onSearch(next);
    });
  };
  const quote = outcome && 'quote' in outcome ? outcome.quote : null;
  useSearchTracking(quote, property.title);
  const here = bookPath({ ...search, property: property.slug });
  // The form disappears with its price; its message stays until the guest changes the stay.
  const [conflict, setConflict] = useState<{ at: string; problems: DetailProblems } | null>(null);
  const isLost = conflict?.at === here;

  const { hold } = props;
  // Another party or other extras are another stay, which its form books.
  const isHeld =
    hold !== null && hold.total === quote?.total && hold.guests === quote.guests && hold.pets === quote.pets;
  const fold = useFold(dated === null);
  const stay = dated && { checkin: dated.checkin, checkout: dated.checkout };
  const choose = (next: DateSpan | null) => {
    const { checkin: _in, checkout: _out, ...others } = search;
    onSearch({ ...others, ...next });
    if (next) fold.close();
  };
  return (
    <>
      {props.held}
      <section aria-label="Your stay" className="rounded-3xl bg-white p-5 shadow-card sm:p-7">
        {dated && <StayStrip property={property} stay={dated} />}
        {dated && (
          <Button
            variant="quiet"
            aria-expanded={fold.hasForm}
            aria-controls="stay-form"
            onClick={fold.toggle}
            className="mt-4 w-full md:w-auto no-sheet:hidden"
          >
            Change dates or guests
          </Button>
        )}
        <div id="stay-form" className={dated ? `mt-5 ${fold.hasForm ? '' : 'sheet:hidden'}` : undefined}>
          <SearchForm
            search={search}
            onSearch={onSearch}
            problem={props.problem}
            submit="Show the price"
            isMain={!dated}
            live
          />
        </div>
      </section>
      <div className="mt-8 grid grid-cols-1 gap-8 lg:grid-cols-[1fr_25rem] lg:items-start lg:gap-10">
        <div className="grid min-w-0 gap-8 max-lg:contents">
          <DatesPart
            property={property}
            calendar={calendar}
            stay={stay}
            ownHolds={props.ownHolds}
            isFolded={dated !== null && !fold.hasCalendar}
            onChange={choose}
          />
          {quote && (
            <section
              aria-labelledby="details-title"
              className="rounded-3xl bg-white p-5 shadow-card max-lg:order-3 sm:p-8"
            >
              <h2 id="details-title" className="text-2xl text-deep">
                Your details
              </h2>
              <details
                open={!isHeld || Object.keys(problems).length > 0}
                className={isHeld ? 'mt-2' : 'mt-5'}
              >
                <summary className={isHeld ? 'min-h-11 content-center font-semibold text-ink' : 'hidden'}>
                  Begin again with other details
                </summary>
                {isHeld && quote.plans.length > 1 && (
                  <div className="mb-5">
                    <PlanChoice
                      quote={quote}
                      plan={props.typed?.plan}
                      isRequest={property.bookingMode === 'request'}
                      formId={detailsFormId}
                    />
                  </div>
                )}
                <DetailsForm
                  key={quote.id}
                  quote={quote}
                  typed={typed}
                  property={property}
                  isOutdated={isBusy}
                  sent={props.typed}
                  problems={isLost ? conflict.problems : problems}
                  action={`${here}#${detailsFormId}`}
                  via={search.via}
                  onConflict={(lost) => {
                    setConflict({ at: here, problems: lost });
                    renew();
                  }}
                />
              </details>
            </section>
          )}
        </div>
        <PricePart
          property={property}
          search={search}
          outcome={outcome}
          isBusy={isBusy}
          onSearch={onSearch}
          isLost={isLost}
          isHeld={isHeld}
          plan={props.typed?.plan}
        />
      </div>
    </>
  );
}

interface PricePartProps extends Pick<PropertyBookingProps, 'property' | 'search' | 'outcome'> {
  onSearch(search: StaySearch): void;
  isBusy: boolean;
  isHeld: boolean;
  plan: TypedDetails['plan'] | undefined;
  /** Whether the price expired while the guest was sending their details. */
  isLost: boolean;
}

/** The price of the stay, why it has none, or what is still to be chosen. */
function PricePart({ property, search, outcome, isBusy, isHeld, plan, isLost, onSearch }: PricePartProps) {
  const dated = isDated(search) ? search : null;
  // The nights may have opened before the form was sent.
  const waitlist = useContext(WaitlistResult);
  const quote = outcome && 'quote' in outcome ? outcome.quote : null;
  const promoProblem = (outcome && 'quote' in outcome && outcome.promoProblem) || '';
  const extrasProblem = (outcome && 'quote' in outcome && outcome.extrasProblem) || '';
  const rejection = outcome && 'rejection' in outcome ? outcome.rejection : null;
  return (
    <aside
      aria-label="Price"
      className="rounded-3xl bg-white p-6 shadow-card max-lg:order-2 sm:p-8 lg:sticky lg:top-24"
    >
      <p role="status" className="unseen">
        {quote &&
          `${formatMoney(quote.total, quote.currency)} in all for ${pluralize(quote.nights.length, 'night')}`}
      </p>
      {quote && waitlist && (
        <div className="mb-5">
          <Alert failed={!waitlist.isJoined}>{waitlist.message}</Alert>
        </div>
      )}
      {quote && dated && (
        <QuotePanel
          quote={quote}
          isBusy={isBusy}
          plan={plan}
          isRequest={property.bookingMode === 'request'}
          hasNoPlans={isHeld}
          formId={detailsFormId}
          extras={
            <ExtrasChoice
              search={dated}
              extras={quote.extras ?? []}
              currency={quote.currency}
              problem={extrasProblem}
              onSearch={onSearch}
            />
          }
        >
          <PromoCode search={dated} problem={promoProblem} onSearch={onSearch} />
        </QuotePanel>
      )}
      {rejection && dated && (
        <LazyHydration part={rejectionPart} fallback={<p className="min-h-96">{rejection.message}</p>}>
          {(Rejection) => (
            <Rejection rejection={rejection} property={property} search={dated} takesFocus={isLost} />
          )}
        </LazyHydration>
      )}
      {!outcome && (
        <p className="text-lg text-slate">
          {dated ? 'Adding up your price…' : 'Choose your nights, and the whole price stands here.'}
        </p>
      )}
    </aside>
  );
}

/** Folds the form and the calendar away on phones once there are dates; a form that is being filled in stays open. */
function useFold(isFirstChoice: boolean) {
  const [open, setOpen] = useState<'none' | 'form' | 'both'>(isFirstChoice ? 'form' : 'none');
  return {
    hasForm: open !== 'none',
    hasCalendar: open === 'both',
    toggle: () => setOpen(open === 'none' ? 'both' : 'none'),
    close: () => setOpen('none'),
  };
}

interface StayStripProps {
  property: PropertyDetail;
  stay: DatedSearch;
}

/** The stay to be booked, in one line with an image of its home. */
function StayStrip({ property: { slug, title, pictures }, stay }: StayStripProps) {
  const [picture] = pictures;
  return (
    <div className="flex items-center gap-3 min-[22.5rem]:gap-4 sm:gap-6">
      {picture && (
        <Link
          to={propertyPath(slug)}
          aria-hidden="true"
          tabIndex={-1}
          className="w-16 shrink-0 overflow-hidden rounded-2xl min-[22.5rem]:w-24 sm:w-40"
        >
          <ResponsiveImage image={picture} sizes="10rem" className="aspect-4/3 sm:aspect-3/2" />
        </Link>
      )}
      <div className="min-w-0">
        <p className="leading-snug font-semibold text-ink min-[22.5rem]:text-lg">
          <StayLine stay={stay} />
        </p>
        <p className="mt-0.5 text-slate">{partyText(stay)}</p>
        <p className="mt-1 max-sm:hidden">
          <HomeLink slug={slug} title={title} />
        </p>
      </div>
    </div>
  );
}

const HomeLink = ({ slug, title }: { slug: string; title: string }) => (
  <Link
    to={propertyPath(slug)}
    className="-my-2 inline-block max-w-full py-2 font-medium text-gulf underline underline-offset-4 hover:no-underline"
  >
    Pictures, beds and amenities of {title}
  </Link>
);

interface DatesPartProps extends Pick<PropertyBookingProps, 'property' | 'calendar' | 'ownHolds'> {
  stay: DateSpan | null;
  /** Whether phones hide the calendar until the guest wants to change the dates. */
  isFolded: boolean;
  onChange(stay: DateSpan | null): void;
}

/** The calendar; on phones, once dates are chosen, only while they are being changed. */
function DatesPart({ property, calendar, stay, ownHolds, isFolded, onChange }: DatesPartProps) {
  const isNarrow = useMediaQuery();
  return (
    <section
      aria-labelledby="dates-title"
      className={`rounded-3xl bg-white p-5 shadow-card max-lg:order-1 sm:p-8 ${isFolded ? 'sheet:hidden' : ''}`}
    >
      <h2 id="dates-title" className="mb-4 text-2xl text-deep">
        Choose your nights
      </h2>
      {!(isFolded && isNarrow) && (
        <LateCalendar
          slugs={[property.slug]}
          label={`Nights in ${property.title}`}
          initial={calendar}
          stay={stay}
          ownHolds={ownHolds}
          onChange={onChange}
        />
      )}
      {!stay && (
        <p className="mt-4">
          <HomeLink slug={property.slug} title={property.title} />
        </p>
      )}
    </section>
  );
}

/** Reports each priced stay to analytics once. */
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
