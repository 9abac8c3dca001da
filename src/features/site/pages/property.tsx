import { MapPin } from 'lucide-react';
import { memo, useMemo, useRef } from 'react';
import { redirect, type ShouldRevalidateFunctionArgs, useLocation } from 'react-router';
import { pageContext } from '../../../load-context.ts';
import { todayAtProperty } from '../../../shared/dates.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { movedUrl } from '../../../shared/http/moved-url.ts';
import { toResult, withServerTimeout } from '../../../shared/result.ts';
import { breadcrumbs } from '../../../shared/seo/json-ld.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { vacationRental } from '../../../shared/seo/vacation-rental.ts';
import { useServerClock } from '../../../ui/browser/use-server-now.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { orNotFound } from '../../../ui/loading/or-not-found.ts';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { UnbrokenText } from '../../../ui/unbroken-text.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { loadQuote, toQuoteRequest } from '../../bookings/book/quote-outcome.ts';
import { isDated } from '../../bookings/book/stay-search.ts';
import { loadMonthsAndPrice } from '../../bookings/date-picker/first-months.ts';
import { loadLowestPrice } from '../../bookings/date-picker/lowest-price.ts';
import {
  findHold,
  HoldNotice,
  loadLiveHolds,
  ownHolds,
  useLiveHolds,
} from '../../bookings/hold/hold-notice.tsx';
import { propertyGuide } from '../../guide/calls.ts';
import { forms } from '../../inquiries/inquiry/calls.ts';
import { inquiryFormId } from '../../inquiries/inquiry/inquiry.ts';
import { stayFromUrl } from '../../inquiries/inquiry/stay-dates.ts';
import { property as propertyCalls } from '../../listings/calls.ts';
import { propertyPath } from '../../listings/property.ts';
import { formatLicences, type PropertyDetail } from '../../listings/property-detail.ts';
import { Gallery } from '../../listings/ui/gallery.tsx';
import { PropertyFacts } from '../../listings/ui/property-facts.tsx';
import type { Review } from '../../reviews/contract.server.ts';
import { PropertyAvailability } from '../property-page/availability.tsx';
import { BookingBar } from '../property-page/booking-bar.tsx';
import { toHomeForm } from '../property-page/home-form.ts';
import { Breadcrumbs, getTrail, Reviews } from '../property-page/property-sections.tsx';
import { loadReviews, parseReviewsPage, toReviewFacts } from '../property-page/reviews.ts';
import { toStayOffer } from '../property-page/stay-offer.ts';
import { toStaySearch, useStayInAddress } from '../property-page/use-stay-in-address.ts';
import type { Route } from './+types/property';

interface PropertyAddress {
  slug: string;
  /** Counts from 1. */
  reviewsPage: number;
}

const toAddress = (slug: string, request: Request): PropertyAddress => ({
  slug,
  reviewsPage: parseReviewsPage(new URL(request.url).searchParams),
});

/** Loads the parts of the page; each fails or succeeds independently. */
const loadParts = (stay: Promise<PropertyDetail>, { slug, reviewsPage }: PropertyAddress, fetch?: Fetch) => ({
  reviews: toResult(loadReviews(slug, reviewsPage, fetch), 'Failed to fetch reviews'),
  form: toResult(
    Promise.all([forms.read({ formId: inquiryFormId, fetch }), stay]).then(([form, { title }]) =>
      toHomeForm(form, title),
    ),
    'Failed to load the form',
  ),
});

/** @throws a 404 response for an unknown slug, a redirect for a former one */
async function loadProperty(slug: string, url: string, fetch?: Fetch): Promise<PropertyDetail> {
  const property = await orNotFound(propertyCalls.read({ slug, fetch }));
  if (property.slug !== slug) throw redirect(movedUrl(propertyPath(property.slug), new URL(url)), 301);
  return property;
}

/** Loads a part that the page can do without. */
const loadGuide = (slug: string, fetch: Fetch = globalThis.fetch) =>
  propertyGuide.read({ slug, fetch }).then(
    ({ sections }) => sections,
    () => [],
  );

/** Returns the license numbers, which the law requires. */
export const handle = {
  footerNote: (data: { stay: PropertyDetail } | undefined) =>
    data ? formatLicences(data.stay).join(' · ') : '',
};

/** Reloads only when more than the dates change: the calendar already follows those. */
export const shouldRevalidate = ({
  currentUrl,
  nextUrl,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs): boolean =>
  currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search
    ? false
    : defaultShouldRevalidate;

/** Reads the stay of a query string, as of now. */
const parseStay = (search: string) => stayFromUrl(new URLSearchParams(search), todayAtProperty(new Date()));

function requestedStay({ url }: Request) {
  const { search } = new URL(url);
  return { search, stay: parseStay(search) };
}

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { api, origin, structuredData } = context.get(pageContext);
  const property = loadProperty(params.slug, request.url, api);
  const parts = loadParts(property, toAddress(params.slug, request), api);
  const search = toStaySearch(params.slug, new URL(request.url).searchParams);
  const live = loadLiveHolds(search, api);
  const [stay, guide, months, outcome, holds, reviews, form] = await Promise.all([
    property,
    loadGuide(params.slug, api),
    live.then((read) => loadMonthsAndPrice(params.slug, search.checkin, api, read?.holds)),
    isDated(search) ? loadQuote(toQuoteRequest(search, params.slug), api) : null,
    live,
    withServerTimeout(parts.reviews),
    withServerTimeout(parts.form),
  ]);
  structuredData.push(
    (business) =>
      vacationRental(business, {
        ...stay,
        path: propertyPath(stay.slug),
        kind: stay.propertyType,
        offer: isDated(search) && outcome ? toStayOffer(search, outcome) : undefined,
        reviews: 'value' in reviews ? toReviewFacts(reviews.value.ofHome) : undefined,
      }),
    breadcrumbs(origin, getTrail(stay)),
  );
  // A page without a price is the same for everyone and cached, so it must not hold the time.
  const now = outcome ? new Date().toISOString() : '';
  return {
    stay,
    guide,
    reviews,
    form,
    calendar: months.calendar,
    lowestPrice: months.lowestPrice,
    outcome,
    holds,
    now,
    requested: requestedStay(request),
  };
}

export const clientLoader = async ({ params, request }: Route.ClientLoaderArgs) => {
  const property = loadProperty(params.slug, request.url);
  const parts = loadParts(property, toAddress(params.slug, request));
  const [stay, guide, lowestPrice, holds] = await Promise.all([
    property,
    loadGuide(params.slug),
    loadLowestPrice(params.slug),
    loadLiveHolds(toStaySearch(params.slug, new URL(request.url).searchParams)),
  ]);
  return {
    ...parts,
    stay,
    guide,
    calendar: null,
    lowestPrice,
    outcome: null,
    holds,
    now: '',
    requested: requestedStay(request),
  };
};

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [];
  const { stay } = loaderData;
  const site = siteFacts(matches);
  return seoMeta({
    ...site,
    path: propertyPath(stay.slug),
    title: `${stay.title} | ${site.siteName}`,
    description: stay.shareDescription,
    image: `/share/stay/${stay.slug}.jpg`,
    imageAlt: stay.pictures[0]?.alt || stay.title,
  });
};

const afterPage = { yieldsToPage: true };
const bookingBox = lazyPart(
  async () => (await import('../property-page/booking-box.tsx')).BookingBox,
  afterPage,
);
const propertyText = lazyPart(
  async () => (await import('../property-page/property-text.tsx')).PropertyText,
  afterPage,
);
const whereabouts = lazyPart(async () => (await import('../property-page/whereabouts.tsx')).Whereabouts);
const propertyContact = lazyPart(
  async () => (await import('../property-page/property-contact.tsx')).PropertyContact,
  { isLoadedLater: true },
);
const homeReviews = lazyPart(async () => (await import('../../reviews/ui/home-reviews.tsx')).HomeReviewsList);
const reviewCarousel = lazyPart(
  async () => (await import('../../reviews/ui/review-carousel.tsx')).ReviewCarousel,
);

const ExampleReviews = memo(({ reviews }: { reviews: Review[] }) => (
  <LazyHydration part={reviewCarousel} fallback={<Spinner />}>
    {(ReviewCarousel) => <ReviewCarousel reviews={reviews} />}
  </LazyHydration>
));

export default function PropertyPage({ loaderData }: Route.ComponentProps) {
  const settings = useSiteSettings();
  const { stay, reviews, form, requested: loaded } = loaderData;
  useServerClock(loaderData.now);
  const { search } = useLocation();
  // The loader does not run again for other dates; its own stay is the one that the server rendered.
  const requested = useMemo(
    () => (search === loaded.search ? loaded.stay : parseStay(search)),
    [search, loaded],
  );
  const toReviewsPage = (page: number) => {
    const query = new URLSearchParams(search);
    query.set('reviews', String(page));
    return `?${query}#reviews`;
  };
  const booking = useStayInAddress(stay, loaderData.outcome);
  const box = useRef<HTMLDivElement>(null);
  const live = useLiveHolds(loaderData.holds);
  const hold = findHold(live, booking.search);
  const inquired = useMemo(() => ({ ...requested, ...booking.stay }), [requested, booking.stay]);
  return (
    <>
      <div className="page-width pt-4 pb-14 sm:pt-8 sm:pb-20">
        <Breadcrumbs stay={stay} />
        <header className="mt-3 mb-6 sm:mt-4 sm:mb-8">
          <h1 className="text-4xl text-deep sm:text-5xl">
            <UnbrokenText>{stay.title}</UnbrokenText>
          </h1>
          <div className="mt-4 flex flex-wrap items-center gap-x-8 gap-y-3">
            {stay.locality && (
              <p className="flex items-center gap-2 text-lg text-slate">
                <MapPin aria-hidden="true" className="size-5 shrink-0 text-lagoon" />
                {stay.locality}, Florida
              </p>
            )}
            <PropertyFacts stay={stay} />
          </div>
        </header>
        <Gallery key={stay.slug} title={stay.title} images={stay.pictures} />
        <div className="mt-10 grid grid-cols-1 gap-10 sm:mt-14 lg:grid-cols-[1fr_23rem] lg:gap-16">
          <div ref={box} className="lg:order-last">
            <LazyHydration
              part={bookingBox}
              fallback={<div id="waitlist" className="min-h-80" />}
              className="h-full"
            >
              {(BookingBox) => (
                <BookingBox
                  key={stay.slug}
                  stay={stay}
                  requested={requested}
                  settings={settings}
                  booking={booking}
                  isHeld={hold !== null}
                  held={<HoldNotice live={live} search={booking.search} />}
                />
              )}
            </LazyHydration>
          </div>
          <div className="min-w-0">
            <LazyHydration part={propertyText} fallback={<div className="min-h-dvh" />}>
              {(PropertyText) => <PropertyText stay={stay} guide={loaderData.guide} />}
            </LazyHydration>
            {!stay.isComingSoon && (
              <PropertyAvailability
                key={stay.slug}
                property={stay}
                calendar={loaderData.calendar}
                stay={booking.stay}
                ownHolds={ownHolds(live.loaded)}
                onChange={booking.choose}
              />
            )}
          </div>
        </div>
      </div>
      <BookingBar
        key={stay.slug}
        stay={stay}
        search={booking.search}
        outcome={booking.outcome}
        isHeld={hold !== null}
        lowestPrice={loaderData.lowestPrice}
        box={box}
      />
      <LazyHydration part={whereabouts} fallback={<div className="min-h-160" />}>
        {(Whereabouts) => <Whereabouts stay={stay} settings={settings} />}
      </LazyHydration>
      <AsyncContent
        from={reviews}
        pending={
          <Reviews>
            <Spinner />
          </Reviews>
        }
        failed={() => null}
      >
        {({ ofHome, examples, page }) =>
          ofHome.count + examples.length > 0 && (
            <Reviews>
              {ofHome.count > 0 ? (
                <LazyHydration part={homeReviews} fallback={<Spinner />}>
                  {(HomeReviewsList) => (
                    <HomeReviewsList reviews={ofHome} page={page} toPage={toReviewsPage} />
                  )}
                </LazyHydration>
              ) : (
                <ExampleReviews reviews={examples} />
              )}
            </Reviews>
          )
        }
      </AsyncContent>
      <LazyHydration part={propertyContact} fallback={<div id="contact" className="min-h-dvh" />}>
        {(PropertyContact) => (
          <PropertyContact
            key={stay.slug}
            settings={settings}
            form={form}
            title={stay.title}
            guests={stay.guests}
            requested={inquired}
          />
        )}
      </LazyHydration>
    </>
  );
}
