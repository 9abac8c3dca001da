import { useLayoutEffect, useRef } from 'react';
import { Link } from 'react-router';
import { formatMoney } from '../../../shared/money.ts';
import { countNights } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { ResponsiveImage } from '../../../ui/responsive-image.tsx';
import { UnbrokenText } from '../../../ui/unbroken-text.tsx';
import { propertyPath } from '../../listings/property.ts';
import { MoreHomes } from '../../listings/ui/more-homes.tsx';
import { NearestStays } from './nearest-links.tsx';
import type { HomeResult, ResultsPage } from './results-page.ts';
import { StayLink } from './stay-link.tsx';
import { bookPath, type DatedSearch, searchParams } from './stay-search.ts';

interface HomeResultsProps {
  results: ResultsPage;
  search: DatedSearch;
  /** Whether this browser holds a home on these dates, which is free for nobody else. */
  isHeld(slug: string): boolean;
}

/** The homes for some dates: free ones with their totals, cheapest first, then the others with near dates. */
export function HomeResults({ results: { homes, free, page, pages }, search, isHeld }: HomeResultsProps) {
  const title = useRef<HTMLHeadingElement>(null);
  const loadedPage = useRef(page);
  useLayoutEffect(() => {
    if (loadedPage.current === page) return;
    loadedPage.current = page;
    title.current?.focus({ preventScroll: true });
  }, [page]);
  const toPage = (next: number) => `${bookPath(search)}${next > 1 ? `&page=${next}` : ''}#homes-title`;
  return (
    <section aria-labelledby="homes-title">
      <h2 ref={title} id="homes-title" tabIndex={-1} className="scroll-mt-24 text-3xl text-deep outline-none">
        {resultsTitle(
          homes,
          free,
          homes.some(({ slug }) => isHeld(slug)),
        )}
      </h2>
      <ul className="mt-6 grid gap-5">
        {homes.map((home) => (
          <li key={home.slug}>
            <HomeCard home={home} search={search} isHeld={!home.isFree && isHeld(home.slug)} />
          </li>
        ))}
      </ul>
      <MoreHomes page={page} pages={pages} toPage={toPage} />
    </section>
  );
}

/** Says that the dates are taken only where another guest has them, and not where a home is too small. */
function resultsTitle(homes: readonly HomeResult[], free: number, hasHold: boolean): string {
  if (free > 0) return `${pluralize(free, hasHold ? 'other home' : 'home')} free on these dates`;
  if (hasHold) return 'No other home is free on these dates';
  return homes.some(({ reason }) => reason === 'dates_taken')
    ? 'No home is free on these dates'
    : 'No home fits this stay';
}

/** A home's own page, with the search, so that its calendar and its price open on the same stay. */
const stayPath = (slug: string, { property: _, ...search }: DatedSearch) =>
  `${propertyPath(slug)}?${searchParams(search)}`;

interface HomeCardProps {
  home: HomeResult;
  search: DatedSearch;
  isHeld: boolean;
}

function HomeCard({ home, search, isHeld }: HomeCardProps) {
  const { slug, title, total, perNight, currency, facts } = home;
  const chosen = { ...search, property: slug };
  return (
    <article className="grid overflow-hidden rounded-3xl bg-white shadow-card md:grid-cols-[17rem_1fr]">
      {facts?.image ? (
        <ResponsiveImage
          image={facts.image}
          sizes="(min-width: 48rem) 17rem, 100vw"
          className={`aspect-3/2 md:aspect-auto md:h-full ${home.isFree || isHeld ? '' : 'saturate-50'}`}
        />
      ) : (
        <div className="aspect-3/2 bg-linear-to-br from-glass to-lagoon md:aspect-auto" />
      )}
      <div className="flex flex-wrap items-end justify-between gap-5 p-6">
        <div className="min-w-0 grow basis-56">
          <h3 className="text-2xl text-deep">
            <Link to={stayPath(slug, search)} className="underline-offset-4 hover:text-gulf hover:underline">
              <UnbrokenText>{title}</UnbrokenText>
            </Link>
          </h3>
          {facts && (
            <p className="mt-1 text-slate">
              {pluralize(facts.guests, 'guest')}, {pluralize(facts.beds, 'bed')},{' '}
              {pluralize(facts.baths, 'bath')}
            </p>
          )}
          {total !== undefined && (
            <>
              <p className="mt-4 font-display text-4xl text-deep">{formatMoney(total, currency)}</p>
              <p className="text-slate">
                in all for {pluralize(countNights(search), 'night')}
                {perNight !== undefined && `; ${formatMoney(perNight, currency)} a night`}
              </p>
            </>
          )}
          {!home.isFree && (
            <p className="mt-3 font-medium text-ink">
              {isHeld ? 'You hold these nights.' : (home.message ?? 'Not free.')}
            </p>
          )}
        </div>
        {isHeld ? (
          <StayLink to={bookPath(chosen)} className={buttonClass('quiet', 'relative max-sm:w-full')}>
            See this stay<span className="unseen">: {title}</span>
          </StayLink>
        ) : home.isFree ? (
          <StayLink to={bookPath(chosen)} className={buttonClass('primary', 'relative max-sm:w-full')}>
            Choose this home<span className="unseen">: {title}</span>
          </StayLink>
        ) : (
          <div className="grid w-full gap-4">
            <NearestStays nearest={home.nearest} currency={currency} search={chosen} />
            <NextStep home={home} search={chosen} />
          </div>
        )}
      </div>
    </article>
  );
}

/** A link from a home that is not free to its waitlist or to its hosts. */
function NextStep({ home: { slug, title, reason }, search }: Omit<HomeCardProps, 'isHeld'>) {
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
