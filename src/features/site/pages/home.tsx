import { memo, type ReactNode } from 'react';
import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { type AsyncResult, toResult, withServerTimeout } from '../../../shared/result.ts';
import { lodgingBusiness, webSite } from '../../../shared/seo/json-ld.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { posts } from '../../blog/calls.ts';
import type { PostPreview } from '../../blog/post.ts';
import { latestPosts } from '../../blog/reading/latest-posts.ts';
import { forms } from '../../inquiries/inquiry/calls.ts';
import { inquiryFormId } from '../../inquiries/inquiry/inquiry.ts';
import { properties } from '../../listings/calls.ts';
import { loadAmenities } from '../../listings/load-amenities.ts';
import type { Amenity } from '../../listings/property.ts';
import { AmenityPlaceholders } from '../../listings/ui/amenity-placeholders.tsx';
import { reviews } from '../../reviews/calls.ts';
import type { Review } from '../../reviews/contract.server.ts';
import { GuestReviews } from '../home/guest-reviews.tsx';
import { HomeContact } from '../home/home-contact.tsx';
import { toListedHomes } from '../home/listed-homes.ts';
import { Location } from '../home/location.tsx';
import { Properties } from '../home/properties.tsx';
import { VideoShowcase } from '../home/video-showcase.tsx';
import { Section } from '../layout/section.tsx';
import { useScrollToSection } from '../layout/section-links.ts';
import type { Route } from './+types/home';

/** Loads the parts of the page; each fails or succeeds independently. */
const loadParts = (url: string, fetch?: Fetch) => ({
  properties: toResult(
    properties.list({ fetch }).then((all) => toListedHomes(all, new URL(url).searchParams)),
    'Failed to fetch properties',
  ),
  amenities: toResult(amenitiesOrNone(fetch), ''),
  reviews: toResult(reviews.list({ fetch }), 'Failed to fetch reviews'),
  posts: toResult(posts.list({ fetch }).then(latestPosts), 'Failed to fetch blog posts'),
  form: toResult(forms.read({ formId: inquiryFormId, fetch }), 'Failed to load the form'),
});

/** Loads amenities; a failure is only logged. */
const amenitiesOrNone = (fetch?: Fetch) =>
  loadAmenities(fetch).catch((error: unknown) => {
    console.error('Error fetching amenities:', error);
    return [];
  });

export async function loader({ request, context }: Route.LoaderArgs) {
  const { api, structuredData, services } = context.get(pageContext);
  structuredData.push(lodgingBusiness, webSite);
  services.push({ path: '/mcp', title: 'Model Context Protocol' });
  const parts = loadParts(request.url, api);
  const [properties, amenities, reviews, posts, form] = await Promise.all([
    withServerTimeout(parts.properties),
    withServerTimeout(parts.amenities),
    withServerTimeout(parts.reviews),
    withServerTimeout(parts.posts),
    withServerTimeout(parts.form),
  ]);
  return { properties, amenities, reviews, posts, form };
}

export const clientLoader = ({ request }: Route.ClientLoaderArgs) => loadParts(request.url);

export const meta: Route.MetaFunction = ({ matches }) =>
  seoMeta({
    ...siteFacts(matches),
    path: '/',
    title: 'Panama City Beach Vacation Rentals | PCB Beach Rentals',
    description:
      'Affordable beachfront vacation rentals in Panama City Beach, Florida, booked directly with the hosts: kid-friendly homes steps from the sand, with pools, beach gear and parking.',
  });

export default function Home({ loaderData }: Route.ComponentProps) {
  const settings = useSiteSettings();
  const { properties, amenities, reviews, posts, form } = loaderData;
  useScrollToSection();
  return (
    <>
      <VideoShowcase settings={settings} />
      <Properties properties={properties} town={settings.town} />
      <Amenities amenities={amenities} town={settings.town} />
      <Location settings={settings} />
      <AsyncContent
        from={reviews}
        pending={
          <GuestReviews settings={settings}>
            <Spinner />
          </GuestReviews>
        }
        failed={() => <GuestReviews settings={settings} />}
      >
        {(list) =>
          list.length === 0 ? null : (
            <GuestReviews settings={settings}>
              <WrittenReviews reviews={list} />
            </GuestReviews>
          )
        }
      </AsyncContent>
      <AsyncContent
        from={posts}
        pending={
          <Stories>
            <Spinner />
          </Stories>
        }
        failed={() => null}
      >
        {(list) =>
          list.length === 0 ? null : (
            <Stories>
              <NewestPosts posts={list} />
            </Stories>
          )
        }
      </AsyncContent>
      <HomeContact settings={settings} form={form} properties={properties} />
    </>
  );
}

/** Parts below the first screens; loaded by the time a booking button renders the page again. */
const later = { isLoadedLater: true };
const amenityGrid = lazyPart(
  async () => (await import('../../listings/ui/amenity-grid.tsx')).AmenityGrid,
  later,
);

/** The cards as the server rendered them, whose icons the browser loads once they come near. */
const AmenityCards = memo(({ amenities }: { amenities: Amenity[] }) => (
  <LazyHydration part={amenityGrid} fallback={<AmenityPlaceholders />}>
    {(AmenityGrid) => <AmenityGrid amenities={amenities} />}
  </LazyHydration>
));

const reviewCarousel = lazyPart(
  async () => (await import('../../reviews/ui/review-carousel.tsx')).ReviewCarousel,
  later,
);

const WrittenReviews = memo(({ reviews }: { reviews: Review[] }) => (
  <LazyHydration part={reviewCarousel} fallback={<Spinner />}>
    {(ReviewCarousel) => <ReviewCarousel reviews={reviews} />}
  </LazyHydration>
));

const blogPreview = lazyPart(
  async () => (await import('../../blog/reading/blog-preview.tsx')).BlogPreview,
  later,
);

const NewestPosts = memo(({ posts }: { posts: PostPreview[] }) => (
  <LazyHydration part={blogPreview} fallback={<Spinner />}>
    {(BlogPreview) => <BlogPreview posts={posts} />}
  </LazyHydration>
));

/** Shows no section without a list, so that no heading is without content. */
function Amenities({ amenities, town }: { amenities: AsyncResult<Amenity[]>; town: string }) {
  const section = (content: ReactNode) => (
    <Section
      id="amenities"
      kicker="Included with every stay"
      title={`Premium Amenities for Affordable ${town} Vacations`}
      className="bg-mist"
    >
      {content}
    </Section>
  );
  return (
    <AsyncContent from={amenities} pending={section(<AmenityPlaceholders />)} failed={() => null}>
      {(list) => (list.length === 0 ? null : section(<AmenityCards amenities={list} />))}
    </AsyncContent>
  );
}

const Stories = ({ children }: { children: ReactNode }) => (
  <Section
    id="blog"
    kicker="From the beach blog"
    title="Stories & Tips from the Gulf"
    intro="Quiet beaches, good shrimp, and what to pack: notes from the people who live here."
    className="bg-mist"
  >
    {children}
    <ButtonLink to="/blog" variant="quiet">
      View All Blog Posts
    </ButtonLink>
  </Section>
);
