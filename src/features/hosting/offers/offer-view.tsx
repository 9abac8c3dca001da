import { CalendarClock } from 'lucide-react';
import { useRef } from 'react';
import { Link, useRevalidator } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { UnbrokenText } from '../../../ui/unbroken-text.tsx';
import { type DetailProblems, detailsFormId, type TypedDetails } from '../../bookings/book/details.ts';
import { DetailsForm } from '../../bookings/book/details-form.tsx';
import { QuotePanel } from '../../bookings/book/quote-panel.tsx';
import { StayLine } from '../../bookings/book/stay-line.tsx';
import { holdPath } from '../../bookings/record/trip-paths.ts';
import { propertyPath } from '../../listings/property.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { guestOffer } from './calls.ts';
import type { Offer } from './contract.server.ts';
import { card, EndedOffer, endings } from './ended-offer.tsx';

interface OfferViewProps {
  token: string;
  offer: Offer;
  /** `null` for a home that is listed no longer. */
  property: PropertyDetail | null;
  problems: DetailProblems;
  /** The values that a guest without scripts typed. */
  typed: TypedDetails | undefined;
}

/** A price that the hosts made for one guest, and the way to book it. */
export function OfferView(props: OfferViewProps) {
  const { offer, property } = props;
  const { state, note } = offer;
  const picture = property?.pictures[0];
  return (
    <>
      <header className="mb-6 grid gap-5 sm:mb-8 sm:grid-cols-[1fr_auto] sm:items-center sm:gap-8">
        <div>
          <h1 className="text-4xl text-deep sm:text-5xl">
            <UnbrokenText>
              {state === 'open' ? `An offer for you: ${offer.title}` : endings[state].title}
            </UnbrokenText>
          </h1>
          <p className="mt-3 text-lg text-slate">
            <StayLine stay={offer} party={offer} />
          </p>
        </div>
        {picture && (
          <ResponsiveImage
            image={picture}
            eager
            sizes="(min-width: 40rem) 18rem, 100vw"
            className="aspect-2/1 rounded-3xl sm:aspect-3/2 sm:w-64 lg:w-72"
          />
        )}
      </header>
      {state === 'open' ? (
        <>
          {note && (
            <blockquote className="mb-8 rounded-3xl border-l-4 border-lagoon bg-mist p-5 text-lg whitespace-pre-line text-ink wrap-anywhere sm:p-6">
              {note}
            </blockquote>
          )}
          <OpenOffer {...props} />
        </>
      ) : (
        <EndedOffer offer={offer} text={endings[state].text} isListed={property !== null} />
      )}
    </>
  );
}

function OpenOffer({ token, offer, property, problems, ...props }: OfferViewProps) {
  const typed = useRef(props.typed);
  const { quote } = offer;
  const { revalidate } = useRevalidator();
  return (
    <div className="grid grid-cols-1 gap-8 lg:grid-cols-[1fr_25rem] lg:items-start lg:gap-10">
      <section aria-labelledby="details-title" className={`${card} min-w-0 max-lg:order-2`}>
        {offer.bookingCode && (
          <div className="mb-6 rounded-2xl bg-mist p-4 text-ink">
            <p>You have begun to book this offer.</p>
            <ButtonLink to={holdPath(offer.bookingCode)} className="mt-3">
              Go on to the payment
            </ButtonLink>
          </div>
        )}
        <h2 id="details-title" className="mb-5 text-2xl text-deep">
          Your details
        </h2>
        <DetailsForm
          quote={quote}
          problems={problems}
          typed={typed}
          sent={props.typed}
          property={{ title: offer.title, houseRules: property?.houseRules ?? [], bookingMode: 'instant' }}
          action={`/offers/${token}`}
          send={({ quoteId: _, ...json }) => guestOffer.accept({ token, json })}
          onConflict={() => void revalidate()}
        />
      </section>
      <aside
        aria-label="Price"
        className="rounded-3xl bg-white p-6 shadow-card max-lg:order-1 sm:p-8 lg:sticky lg:top-24"
      >
        <QuotePanel quote={quote} isBusy={false} plan={props.typed?.plan} formId={detailsFormId}>
          <p className="mt-5 flex gap-3 rounded-2xl bg-mist p-4 text-ink">
            <CalendarClock aria-hidden="true" className="size-6 shrink-0 text-gulf" />
            <span>
              This price stands until {formatDateTime(offer.expiresAt)}.{' '}
              {offer.areNightsHeld
                ? 'The nights are held for you until then.'
                : 'The nights are not held: whoever books first has them.'}
            </span>
          </p>
          {property && (
            <p className="mt-4">
              <Link
                to={propertyPath(property.slug)}
                className="-my-2 inline-block max-w-full py-2 font-medium text-gulf underline underline-offset-4 hover:no-underline"
              >
                Pictures, beds and amenities of {property.title}
              </Link>
            </p>
          )}
        </QuotePanel>
      </aside>
    </div>
  );
}
