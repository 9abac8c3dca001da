import { useMemo } from 'react';
import { redirect, type ShouldRevalidateFunctionArgs, useNavigate, useSearchParams } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { type Fetch, nullIfMissing } from '../../../shared/http/api-error.ts';
import { toResult } from '../../../shared/result.ts';
import { breadcrumbs } from '../../../shared/seo/json-ld.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { useServerClock } from '../../../ui/browser/use-server-now.ts';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { UnbrokenText } from '../../../ui/unbroken-text.tsx';
import { properties as propertiesCalls, property as propertyCalls } from '../../listings/calls.ts';
import { parseHomesPage } from '../../listings/home-pages.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import type { DetailProblems } from '../book/details.ts';
import { WaitlistResult } from '../book/join-waitlist.ts';
import { PropertyBooking } from '../book/property-booking.tsx';
import { loadQuote, toQuoteRequest } from '../book/quote-outcome.ts';
import { toResultsPage } from '../book/results-page.ts';
import { SearchForm } from '../book/search-form.tsx';
import { CarriedDetails, StayLink } from '../book/stay-link.tsx';
import {
  bookPath,
  isDated,
  parseStaySearch,
  type StaySearch,
  searchParams,
  searchProblem,
} from '../book/stay-search.ts';
import { submitDetails } from '../book/submit-details.ts';
import { submitWaitlist } from '../book/submit-waitlist.ts';
import { availability, bookings } from '../checkout/calls.ts';
import { requestKey } from '../checkout/request-key.ts';
import { loadFirstMonths } from '../date-picker/first-months.ts';
import { LateCalendar } from '../date-picker/late-calendar.tsx';
import {
  findHold,
  HoldNotice,
  type LiveHoldsOfBrowser,
  loadLiveHolds,
  ownHolds,
  useLiveHolds,
} from '../hold/hold-notice.tsx';
import { FindBooking } from '../trips/find-booking.tsx';
import type { Route } from './+types/book';

const homeResults = lazyPart(async () => (await import('../book/home-results.tsx')).HomeResults);

/** The largest number of homes with a common calendar, which needs one request for each. */
const maxMerged = 6;

/** @returns `null` for the slug of no home. @throws a redirect for a former slug */
async function loadProperty(
  url: URL,
  slug: string | undefined,
  fetch?: Fetch,
): Promise<PropertyDetail | null> {
  if (slug === undefined) return null;
  const property = await nullIfMissing(propertyCalls.read({ slug, fetch }));
  if (property && property.slug !== slug) {
    const present = new URL(url);
    present.searchParams.set('property', property.slug);
    throw redirect(`${present.pathname}${present.search}`, 301);
  }
  return property;
}

async function load(address: string, fetch?: Fetch) {
  const url = new URL(address);
  const params = url.searchParams;
  const search = parseStaySearch(params);
  const property = await loadProperty(url, search.property, fetch);
  const dated = isDated(search) ? search : null;
  const [properties, results, outcome, holds] = await Promise.all([
    property ? [] : propertiesCalls.list({ fetch }),
    dated && !property ? loadHomes(dated, fetch) : null,
    dated && property ? loadQuote(toQuoteRequest(dated, property.slug), fetch) : null,
    loadLiveHolds(search, fetch),
  ]);
  const merged = properties.length > maxMerged ? [] : properties.map(({ slug }) => ({ slug }));
  const page = results && toResultsPage(results, properties, parseHomesPage(params));
  return { search, property, properties: merged, results: page, outcome, holds };
}

const loadHomes = ({ checkin, checkout, guests, pets }: StaySearch, fetch?: Fetch) =>
  toResult(
    availability.search({ query: searchParams({ checkin, checkout, guests, pets }), fetch }),
    'The homes cannot be shown just now. Please try again.',
  );

const trail = [
  { name: 'Home', path: '/' },
  { name: 'Check availability', path: '/book' },
];

export async function loader({ request, context }: Route.LoaderArgs) {
  const { api, origin, structuredData } = context.get(pageContext);
  structuredData.push(breadcrumbs(origin, trail));
  const loaded = await load(request.url, api);
  const slugs = (loaded.property ? [loaded.property] : loaded.properties).map(({ slug }) => slug);
  const calendar = await loadFirstMonths(slugs, loaded.search.checkin, api, loaded.holds?.holds);
  return { ...loaded, calendar, now: loaded.outcome ? new Date().toISOString() : '' };
}

export const clientLoader = async ({ request }: Route.ClientLoaderArgs) => ({
  ...(await load(request.url)),
  calendar: null,
  now: '',
});

export async function action({ request, context }: Route.ActionArgs) {
  const { api } = context.get(pageContext);
  const joined = await submitWaitlist(request, api);
  if (joined) return joined;
  return submitDetails(request, api, (fetch, details) =>
    bookings.book({ json: details, idempotencyKey: requestKey(details), fetch }),
  );
}

/** The loader does not run again while the same home is chosen: its calendar and its price follow the dates by themselves. */
export function shouldRevalidate({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean {
  const property = nextUrl.searchParams.get('property');
  const isSameProperty = property !== null && property === currentUrl.searchParams.get('property');
  return isSameProperty ? false : defaultShouldRevalidate;
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const title = loaderData?.property ? `Book ${loaderData.property.title}` : 'Check availability';
  const site = siteFacts(matches);
  return [
    ...seoMeta({
      ...site,
      path: '/book',
      title: `${title} | ${site.siteName}`,
      description: 'See which of our beach homes are free, with the whole price, and book directly.',
    }),
  ];
};

const none: DetailProblems = {};

/** The URL may be newer than the loader's data, because new dates of one home need no new load. */
function useCurrentSearch(loaded: StaySearch): { search: StaySearch; problem: string } {
  const [params] = useSearchParams();
  const address = params.toString();
  return useMemo(() => {
    const current = new URLSearchParams(address);
    const search = address === '' ? loaded : parseStaySearch(current);
    return { search, problem: searchProblem(current, search) };
  }, [address, loaded]);
}

export default function BookPage({ loaderData, actionData }: Route.ComponentProps) {
  const navigate = useNavigate();
  const { property, calendar, outcome } = loaderData;
  useServerClock(loaderData.now);
  const { search, problem } = useCurrentSearch(loaderData.search);
  const live = useLiveHolds(loaderData.holds);
  const waitlist = actionData && 'waitlist' in actionData ? actionData.waitlist : null;
  const show = (next: StaySearch, replace: boolean) =>
    navigate(bookPath(next), { replace, preventScrollReset: replace });
  return (
    <CarriedDetails value={actionData?.typed}>
      <div className="page-width pt-8 pb-20 sm:pt-12 sm:pb-28">
        <header className="mb-6 sm:mb-8">
          <h1 className="text-4xl text-deep sm:text-5xl">
            {property ? (
              <UnbrokenText>{`Book ${property.title}`}</UnbrokenText>
            ) : (
              'Find your nights at the beach'
            )}
          </h1>
          {/* No paragraph: the link is a form where it takes details along. */}
          <div className="mt-3 text-lg text-slate">
            {property ? (
              <StayLink
                to={bookPath({ ...search, property: undefined, promoCode: undefined, extras: undefined })}
                className="-my-2 inline-block max-w-full py-2 font-medium text-gulf underline underline-offset-4 hover:no-underline"
              >
                Look at all homes
              </StayLink>
            ) : (
              'With your dates, every price is the whole price: rent, fees and taxes.'
            )}
          </div>
        </header>
        {property ? (
          <WaitlistResult value={waitlist}>
            <PropertyBooking
              key={property.slug}
              property={property}
              calendar={calendar}
              search={search}
              problem={problem}
              outcome={outcome}
              problems={actionData?.problems ?? none}
              typed={actionData?.typed}
              hold={findHold(live, search)}
              ownHolds={ownHolds(live.loaded)}
              held={<HoldNotice live={live} search={search} className="mb-6" />}
              onSearch={(next) => show({ ...next, property: property.slug }, true)}
            />
          </WaitlistResult>
        ) : (
          <>
            {loaderData.search.property !== undefined && <UnknownHome hasDates={isDated(search)} />}
            <AnyHome {...loaderData} live={live} search={search} problem={problem} onSearch={show} />
          </>
        )}
        {/* Nothing leads away from a stay that is being booked. */}
        {!(property && isDated(search)) && <FindBooking />}
      </div>
    </CarriedDetails>
  );
}

/** The message for a link to a home that is no longer listed, or never was. */
const UnknownHome = ({ hasDates }: { hasDates: boolean }) => (
  <p role="status" className="mb-6 rounded-2xl bg-mist p-5 text-lg text-deep">
    {hasDates
      ? 'We no longer have this home; these are free on your dates.'
      : 'We no longer have this home. Choose your dates, and see which of ours are free.'}
  </p>
);

interface AnyHomeProps
  extends Pick<Route.ComponentProps['loaderData'], 'properties' | 'results' | 'calendar'> {
  live: LiveHoldsOfBrowser;
  search: StaySearch;
  /** The message about an invalid search in the URL. */
  problem: string;
  onSearch(search: StaySearch, replace: boolean): void | Promise<void>;
}

function AnyHome({ live, search, problem, properties, results, calendar, onSearch }: AnyHomeProps) {
  const { checkin: _in, checkout: _out, ...party } = search;
  return (
    <>
      <div className="rounded-3xl bg-white p-5 shadow-card sm:p-7">
        <SearchForm
          search={search}
          problem={problem}
          submit="Show free homes"
          isMain={results === null}
          onSearch={(next) => onSearch(next, false)}
        />
      </div>
      <div className="mt-10 grid gap-10">
        <HoldNotice live={live} search={search} />
        {results && 'failure' in results && <p className="text-lg text-slate">{results.failure}</p>}
        {results && 'value' in results && isDated(search) && (
          <LazyHydration part={homeResults} fallback={<div className="min-h-160" />}>
            {(HomeResults) => (
              <HomeResults
                results={results.value}
                search={search}
                isHeld={(slug) => findHold(live, { ...search, property: slug }) !== null}
              />
            )}
          </LazyHydration>
        )}
        {properties.length > 0 && (
          <section aria-labelledby="dates-title" className="rounded-3xl bg-white p-5 shadow-card sm:p-8">
            <h2 id="dates-title" className="text-2xl text-deep">
              When something is free
            </h2>
            <p className="mt-1 mb-4 text-slate">
              Each day shows the lowest price of our homes for that night, before fees and taxes.
            </p>
            <LateCalendar
              slugs={properties.map(({ slug }) => slug)}
              label="Nights in any of our homes"
              initial={calendar}
              ownHolds={ownHolds(live.loaded)}
              stay={isDated(search) ? { checkin: search.checkin, checkout: search.checkout } : null}
              onChange={(stay) => onSearch({ ...party, ...stay }, true)}
            />
          </section>
        )}
      </div>
    </>
  );
}
