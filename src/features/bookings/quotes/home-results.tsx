import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { type Property, propertyPath } from '../../listings/property.ts';
import type { Availability } from '../calendar/calendar.ts';
import { countNights } from '../calendar/nights.ts';
import { NearestStays } from '../nearest-links.tsx';
import { StayLink } from '../stay-link.tsx';
import { bookPath, type DatedSearch, searchParams } from './stay-search.ts';

interface HomeResultsProps {
  homes: Availability;
  /** For pictures and facts; may lack a home. */
  properties: Property[];
  search: DatedSearch;
}

/** The homes for some dates: the free ones with their totals, cheapest first, then the others with what is near. */
export function HomeResults({ homes, properties, search }: HomeResultsProps) {
  const free = homes.filter(({ isFree }) => isFree).length;
  return (
    <section aria-labelledby="homes-title">
      <h2 id="homes-title" className="text-3xl text-deep lining-nums">
        {free === 0 ? 'No home is free on these dates' : `${pluralize(free, 'home')} free on these dates`}
      </h2>
      <ul className="mt-6 grid gap-5">
        {homes.map((home) => (
          <li key={home.slug}>
            <HomeResult
              home={home}
              property={properties.find(({ slug }) => slug === home.slug)}
              search={search}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A home's own page, with the search, so that its calendar and its price open on the same stay. */
const stayPath = (slug: string, { property: _, ...search }: DatedSearch) =>
  `${propertyPath(slug)}?${searchParams(search)}`;

interface HomeResultProps {
  home: Availability[number];
  property: Property | undefined;
  search: DatedSearch;
}

function HomeResult({ home, property, search }: HomeResultProps) {
  const { slug, title, total, perNight, currency } = home;
  const chosen = { ...search, property: slug };
  const [picture] = property?.pictures ?? [];
  return (
    <article className="grid overflow-hidden rounded-3xl bg-white shadow-card md:grid-cols-[17rem_1fr]">
      {picture ? (
        <ResponsiveImage
          picture={picture}
          sizes="(min-width: 48rem) 17rem, 100vw"
          className={`aspect-3/2 md:aspect-auto md:h-full ${home.isFree ? '' : 'saturate-50'}`}
        />
      ) : (
        <div className="aspect-3/2 bg-linear-to-br from-glass to-lagoon" />
      )}
      <div className="flex flex-wrap items-end justify-between gap-5 p-6">
        <div className="min-w-0 grow basis-56">
          <h3 className="text-2xl text-deep">
            <Link to={stayPath(slug, search)} className="underline-offset-4 hover:text-gulf hover:underline">
              {title}
            </Link>
          </h3>
          {property && (
            <p className="mt-1 text-slate">
              {pluralize(property.guests, 'guest')}, {pluralize(property.beds, 'bed')},{' '}
              {pluralize(property.baths, 'bath')}
            </p>
          )}
          {total !== undefined && (
            <>
              <p className="mt-4 font-display text-4xl text-deep lining-nums">
                {formatMoney(total, currency)}
              </p>
              <p className="text-slate">
                in all for {pluralize(countNights(search), 'night')}
                {perNight !== undefined && `; ${formatMoney(perNight, currency)} a night`}
              </p>
            </>
          )}
          {!home.isFree && <p className="mt-3 font-medium text-ink">{home.message ?? 'Not free.'}</p>}
        </div>
        {home.isFree ? (
          <StayLink to={bookPath(chosen)} className={buttonClass('primary', 'relative')}>
            Choose this home<span className="unseen">: {title}</span>
          </StayLink>
        ) : (
          <div className="grid w-full gap-4">
            <NearestStays nearest={home.nearest} currency={currency} search={chosen} />
            <WayOn home={home} search={chosen} />
          </div>
        )}
      </div>
    </article>
  );
}

/** Where a home that is not free leads: its waitlist, or its hosts. */
function WayOn({ home: { slug, title, reason }, search }: Pick<HomeResultProps, 'home' | 'search'>) {
  const isTaken = reason === 'dates_taken';
  if (!isTaken && reason !== 'not_open') return null;
  return (
    <Link
      to={isTaken ? bookPath(search) : propertyPath(slug)}
      className="inline-flex min-h-11 items-center font-medium text-gulf underline underline-offset-4 hover:no-underline"
    >
      {isTaken ? 'Join the waitlist for these nights' : 'Waitlist and inquiry'}
      <span className="unseen">: {title}</span>
    </Link>
  );
}
