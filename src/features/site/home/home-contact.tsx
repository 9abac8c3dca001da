import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { FormSchema } from '../../../shared/forms/schema.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { anyProperty } from '../../inquiries/inquiry/inquiry.ts';
import type { RequestedStay } from '../../inquiries/inquiry/stay-dates.ts';
import { anyPropertyValue, type BookingState } from '../layout/booking-buttons.tsx';
import { Contact } from './contact.tsx';
import { findListed, type ListedHome, type ListedHomes } from './listed-homes.ts';

/** Loaded once a home is passed: most guests of the home page need no calendar. */
const StayForInquiry = lazy(() => import('./stay-for-inquiry.tsx'));

const contactForm = lazyPart(
  async () => (await import('../../inquiries/inquiry/contact-form.tsx')).ContactForm,
  { isLoadedLater: true },
);

interface HomeContactProps {
  settings: SiteSettings;
  form: AsyncResult<FormSchema>;
  /** The list in which the home of a booking button is found. */
  properties: AsyncResult<ListedHomes>;
}

const noHomes: ListedHomes = { homes: [], page: 1, pages: 1, requested: null };

/** The inquiry form of the home page; above it, the nights of the home that a booking button passed. */
export function HomeContact({ settings, form, properties }: HomeContactProps) {
  const contact = (listed: ListedHomes) => <ContactAbout settings={settings} form={form} listed={listed} />;
  return (
    <AsyncContent from={properties} pending={contact(noHomes)} failed={() => contact(noHomes)}>
      {contact}
    </AsyncContent>
  );
}

interface ContactAboutProps extends Pick<HomeContactProps, 'settings' | 'form'> {
  listed: ListedHomes;
}

function ContactAbout({ settings, form, listed }: ContactAboutProps) {
  const [stay, setStay] = useState<RequestedStay>({});
  const booked = useBookedProperty();
  const home = findListed(listed, booked);
  const chosen = booked === anyPropertyValue ? anyProperty : (home?.title ?? '');
  return (
    <Contact
      settings={settings}
      form={form}
      booking={
        home && !home.isComingSoon
          ? {
              title: home.title,
              nights: <NightsOfHome key={home.slug} home={home} onChange={setStay} />,
            }
          : null
      }
    >
      {(schema) => <BookedForm schema={schema} listed={listed} chosen={chosen} stay={stay} />}
    </Contact>
  );
}

interface NightsOfHomeProps {
  home: ListedHome;
  onChange(stay: RequestedStay): void;
}

/** The calendar with its price; without scripts, a link to them. */
function NightsOfHome({ home, onChange }: NightsOfHomeProps) {
  // The server renders no lazy parts.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  const link = (
    <section className="mb-8 grid justify-items-start gap-4 rounded-3xl bg-white p-5 shadow-card sm:p-8">
      <h3 className="text-2xl text-deep">Nights in {home.title}</h3>
      <p className="text-slate">Choose your nights, and see what they cost in all.</p>
      <ButtonLink to={`/book?property=${home.slug}`}>See prices and book</ButtonLink>
    </section>
  );
  if (!isMounted) return link;
  return (
    <Suspense fallback={link}>
      <StayForInquiry property={home} onChange={(next) => onChange(next ?? {})} />
    </Suspense>
  );
}

/** The id of the home that a booking button, or the address, names; `any`, or empty for none. */
function useBookedProperty(): string {
  const [search] = useSearchParams();
  const { state } = useLocation();
  return (state as BookingState | null)?.book ?? search.get('property') ?? '';
}

/** The history state of a link that begins a message. */
export interface ContactState {
  message?: string;
}

interface BookedFormProps {
  schema: FormSchema;
  listed: ListedHomes;
  /** The title of the home that a booking button, or the address, names. */
  chosen: string;
  stay: RequestedStay;
}

/** The form with the home chosen. */
function BookedForm({ schema, listed, chosen, stay }: BookedFormProps) {
  const { key, state } = useLocation();
  const { message } = (state ?? {}) as ContactState;
  return (
    <LazyHydration
      part={contactForm}
      fallback={
        <div className="min-h-160">
          <Spinner />
        </div>
      }
    >
      {(ContactForm) => (
        <ContactForm
          schema={schema}
          property={chosen}
          message={message}
          requestKey={key}
          stay={stay}
          sleeps={new Map(listed.homes.map(({ title, guests }) => [title, guests]))}
        />
      )}
    </LazyHydration>
  );
}
