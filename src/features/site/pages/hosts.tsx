import { pageContext } from '../../../load-context.ts';
import type { Fetch } from '../../../shared/http/api-error.ts';
import { breadcrumbs } from '../../../shared/seo/json-ld.ts';
import { seoMeta, siteFacts } from '../../../shared/seo/meta-tags.ts';
import { BackLink } from '../../../ui/back-link.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { ResponseTime } from '../../inbox/ui/response-time.tsx';
import { reviews } from '../../reviews/calls.ts';
import { daniel, HostProfile, marisol } from '../hosts/host-profile.tsx';
import { HostTestimonials } from '../hosts/host-testimonials.tsx';
import type { Route } from './+types/hosts';

const trail = [
  { name: 'Home', path: '/' },
  { name: 'Meet Your Hosts', path: '/hosts' },
];

/** Loads testimonials; the page is complete without them. */
const loadTestimonials = (fetch?: Fetch) =>
  reviews.list({ query: { subject: 'hosts' }, fetch }).catch(() => []);

export async function loader({ context }: Route.LoaderArgs) {
  const { api, origin, structuredData } = context.get(pageContext);
  structuredData.push(breadcrumbs(origin, trail));
  return { testimonials: await loadTestimonials(api) };
}

export const clientLoader = async () => ({ testimonials: await loadTestimonials() });

export const meta: Route.MetaFunction = ({ matches }) =>
  seoMeta({
    ...siteFacts(matches),
    path: '/hosts',
    title: 'Meet Your Hosts | PCB Beach Rentals',
    description:
      'Marisol and Daniel look after every home and every guest of PCB Beach Rentals in Panama City Beach, Florida, themselves.',
    image: '/share/page/hosts.jpg',
  });

export default function Hosts({ loaderData: { testimonials } }: Route.ComponentProps) {
  const settings = useSiteSettings();
  const { guestExperience, propertyManager } = settings.hostImages;
  return (
    <>
      <div className="page-width pt-6 sm:pt-10">
        <BackLink to="/">Back to Home</BackLink>
        <header className="mt-6 max-w-3xl sm:mt-8">
          <p className="mb-3 text-sm font-semibold tracking-[0.14em] text-gulf uppercase">
            The people behind the homes
          </p>
          <h1 className="text-4xl text-deep sm:text-5xl lg:text-6xl">Meet Your Hosts</h1>
          <p className="mt-5 max-w-2xl text-lg text-slate sm:text-xl">
            No call center, no key box in an office park. When you stay with us, two people know your name,
            your dates and how you like your mornings.
          </p>
        </header>
        <div className="mt-12 flex flex-col gap-16 sm:mt-16 sm:gap-24">
          <HostProfile host={marisol} portrait={guestExperience} hasRating={settings.showsExamples} />
          <HostProfile host={daniel} portrait={propertyManager} hasRating={settings.showsExamples} flipped />
        </div>
      </div>
      <Philosophy />
      {testimonials.length > 0 && <HostTestimonials testimonials={testimonials} />}
      <Invitation town={settings.town} />
    </>
  );
}

function Philosophy() {
  return (
    <section aria-labelledby="philosophy-title" className="mt-20 bg-mist py-16 sm:mt-28 sm:py-24">
      <div className="page-width flex flex-col items-center text-center">
        <h2
          id="philosophy-title"
          className="font-sans text-sm font-semibold tracking-[0.14em] text-gulf uppercase sm:text-base"
        >
          Our Hosting Philosophy
        </h2>
        <figure className="mt-6 max-w-4xl">
          <blockquote className="font-display text-2xl leading-snug text-balance text-deep sm:text-4xl sm:leading-snug">
            “A beach home is not four walls near the water. It is the sand on the stairs, the late breakfast,
            the card game that never ends. Our work is to see to everything else, so that you can see to
            that.”
          </blockquote>
          <figcaption className="mt-6 font-semibold text-ink">Marisol & Daniel</figcaption>
        </figure>
      </div>
    </section>
  );
}

function Invitation({ town }: { town: string }) {
  return (
    <section aria-labelledby="invitation-title" className="page-width py-16 sm:py-24">
      <div className="flex flex-col items-start gap-6 rounded-3xl bg-sand p-7 sm:p-12 md:flex-row md:items-center md:justify-between">
        <div className="max-w-xl">
          <h2 id="invitation-title" className="text-3xl text-deep sm:text-4xl">
            We would love to have you
          </h2>
          <p className="mt-3 text-lg text-slate">
            Tell us when you would like to see {town}, and we will find the home that fits. You hear from us
            within 24 hours.
            <ResponseTime />
          </p>
        </div>
        <ButtonLink to="/#contact" className="shrink-0 px-8 text-lg">
          Book Your Stay Today
        </ButtonLink>
      </div>
    </section>
  );
}
