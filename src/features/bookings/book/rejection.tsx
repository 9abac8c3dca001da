import { useLayoutEffect, useRef } from 'react';
import { formatMoney } from '../../../shared/money.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { propertyPath } from '../../listings/property.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { alternativeLinkClass, NearestStays } from './nearest-links.tsx';
import type { QuoteRejection } from './quote-outcome.ts';
import { StayLink } from './stay-link.tsx';
import { bookPath, type DatedSearch } from './stay-search.ts';

const nightsWaitlist = lazyPart(async () => (await import('./nights-waitlist.tsx')).NightsWaitlist);

interface RejectionProps {
  rejection: QuoteRejection;
  property: Pick<PropertyDetail, 'title' | 'slug' | 'isComingSoon' | 'bookingMode'>;
  search: DatedSearch;
  /** The message scrolls itself into view, because the form that the guest was using is gone. */
  takesFocus: boolean;
}

/** The reason why a stay is not sold, with links to everything that the guest can do instead. */
export function Rejection({ rejection, property, search, takesFocus }: RejectionProps) {
  const { reason, message } = rejection;
  const top = useRef<HTMLHeadingElement>(null);
  useLayoutEffect(() => {
    if (takesFocus) top.current?.focus();
  }, [takesFocus]);
  return (
    <div className="grid gap-5">
      <h2 ref={top} tabIndex={-1} className="text-2xl text-deep">
        {heading(rejection, property)}
      </h2>
      <ErrorAlert>{message}</ErrorAlert>
      {reason === 'not_open' && (
        <ButtonLink to={`${propertyPath(property.slug)}${property.isComingSoon ? '' : '#contact'}`}>
          {property.isComingSoon ? 'Join the waitlist' : 'Ask the hosts'}
        </ButtonLink>
      )}
      <Alternatives rejection={rejection} search={search} property={property.slug} />
    </div>
  );
}

function heading(
  { reason }: QuoteRejection,
  { title, isComingSoon, bookingMode }: RejectionProps['property'],
) {
  if (reason === 'dates_taken') return `${title} is not free on these dates`;
  if (reason === undefined) return 'There is no price yet';
  if (reason !== 'not_open') return 'Nearly there: this stay needs a change';
  if (isComingSoon) return `${title} is not open yet`;
  return bookingMode === 'inquiry' ? `Ask for ${title}` : `${title} is not open on these dates`;
}

interface AlternativesProps {
  rejection: QuoteRejection;
  search: DatedSearch;
  property: string;
}

/** Other dates, other homes, the waitlist and the hosts' phone. */
export function Alternatives({ rejection, search, property }: AlternativesProps) {
  const { phone, phoneHref } = useSiteSettings();
  const { property: _, promoCode: __, ...anywhere } = search;
  return (
    <div className="grid grid-cols-1 gap-5">
      <NearestStays {...rejection} search={{ ...search, property }} />
      <OtherHomes {...rejection} search={anywhere} />
      {rejection.reason === 'dates_taken' && (
        <LazyHydration part={nightsWaitlist} fallback={<div className="min-h-24" />}>
          {(NightsWaitlist) => (
            <NightsWaitlist key={bookPath({ ...search, property })} search={search} property={property} />
          )}
        </LazyHydration>
      )}
      {phone && (
        <p className="text-slate">
          Or call us:{' '}
          <a
            href={phoneHref}
            className="inline-flex min-h-11 items-center font-semibold text-gulf underline underline-offset-4"
          >
            {phone}
          </a>
        </p>
      )}
    </div>
  );
}

interface OtherHomesProps extends Pick<QuoteRejection, 'otherProperties' | 'currency'> {
  search: DatedSearch;
}

/** The homes that are free on these dates, as links; all homes with what is near where none is. */
function OtherHomes({ otherProperties, currency, search }: OtherHomesProps) {
  return (
    <div>
      {otherProperties.length > 0 && (
        <>
          <p className="font-semibold text-ink">Free on your dates</p>
          <ul className="my-2 grid gap-2">
            {otherProperties.map(({ slug, title, total }) => (
              <li key={slug}>
                <StayLink to={bookPath({ ...search, property: slug })} className={alternativeLinkClass}>
                  <span>{title}</span>
                  <span className="font-semibold">{formatMoney(total, currency)} in all</span>
                </StayLink>
              </li>
            ))}
          </ul>
        </>
      )}
      <StayLink
        to={bookPath(search)}
        className="inline-flex min-h-11 items-center font-medium text-gulf underline underline-offset-4 hover:no-underline"
      >
        See all homes on these dates
      </StayLink>
    </div>
  );
}
