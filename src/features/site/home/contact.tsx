import { Clock, Mail, Phone } from 'lucide-react';
import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { FormSchema } from '../../../shared/forms/schema.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { telHref } from '../../../shared/text/text.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { ContactForm } from '../../inquiries/inquiry/contact-form.tsx';
import { anyProperty } from '../../inquiries/inquiry/inquiry.ts';
import type { RequestedStay } from '../../inquiries/inquiry/stay-dates.ts';
import type { Property } from '../../listings/property.ts';
import { Section } from '../layout/section.tsx';
import { anyPropertyValue, type BookingState } from './booking-buttons.tsx';

/** Loaded once a home is passed: most guests of the home page need no calendar. */
const StayForInquiry = lazy(() => import('./stay-for-inquiry.tsx'));

interface ContactProps {
  settings: SiteSettings;
  form: AsyncResult<FormSchema>;
  /** To find the title of the requested property. */
  properties: AsyncResult<Property[]>;
  /** On a property's own page: its title, and the requested stay. */
  home?: { title: string; wanted: RequestedStay };
}

export function Contact({ settings, form, properties, home }: ContactProps) {
  const [stay, setStay] = useState<RequestedStay>({});
  return (
    <Section
      id="contact"
      kicker="Plan your stay"
      title="Ask about your dates"
      intro="Tell us when you would like to come and who is coming along."
      className="-mb-20 bg-sand"
    >
      <div className="grid gap-8 lg:grid-cols-[1.6fr_1fr] lg:gap-12">
        <div className="rounded-3xl bg-white p-6 shadow-card sm:p-9">
          <AsyncContent
            from={form}
            pending={<Spinner />}
            failed={() => <FormUnavailable settings={settings} />}
          >
            {(schema) =>
              home ? (
                <ContactForm schema={schema} property={home.title} stay={home.wanted} />
              ) : (
                <BookedForm schema={schema} properties={properties} stay={stay} />
              )
            }
          </AsyncContent>
          <noscript>
            <p className="mt-6 text-lg text-slate">
              Sending the form needs JavaScript. Without it, please call {settings.phone} or write to{' '}
              {settings.email}.
            </p>
          </noscript>
        </div>
        <div className="grid content-start gap-8">
          {!home && <PassedProperty properties={properties} onChange={setStay} />}
          <aside
            aria-label="Contact"
            className="flex flex-col gap-6 self-start rounded-3xl bg-deep p-7 text-glass sm:p-9"
          >
            <h3 className="text-2xl text-white">Rather talk to us?</h3>
            <ContactLine icon={Clock}>
              We promise a response within 24 hours, usually much sooner.
            </ContactLine>
            <ContactLine icon={Phone}>
              <a href={telHref(settings.phone)} className="text-white underline underline-offset-4">
                {settings.phone}
              </a>
            </ContactLine>
            <ContactLine icon={Mail}>
              <a
                href={`mailto:${settings.email}`}
                className="wrap-anywhere text-white underline underline-offset-4"
              >
                {settings.email}
              </a>
            </ContactLine>
          </aside>
        </div>
      </div>
    </Section>
  );
}

interface PassedPropertyProps {
  properties: AsyncResult<Property[]>;
  onChange(stay: RequestedStay): void;
}

/** The nights of the home that a booking button passed. */
function PassedProperty({ properties, onChange }: PassedPropertyProps) {
  const booked = useBookedProperty();
  // The server renders no lazy parts.
  const [isMounted, setMounted] = useState(false);
  useEffect(() => setMounted(true), []);
  if (!isMounted || booked === '' || booked === anyPropertyValue) return null;
  return (
    <AsyncContent from={properties} pending={null} failed={() => null}>
      {(list) => {
        const property = list.find(({ id }) => id === booked);
        return (
          property && (
            <Suspense>
              <StayForInquiry
                key={property.slug}
                property={property}
                onChange={(next) => onChange(next ?? {})}
              />
            </Suspense>
          )
        );
      }}
    </AsyncContent>
  );
}

/** The id of the home that a booking button, or the address, names; `any`, or empty for none. */
function useBookedProperty(): string {
  const [search] = useSearchParams();
  const { state } = useLocation();
  return (state as BookingState | null)?.book ?? search.get('property') ?? '';
}

interface BookedFormProps {
  schema: FormSchema;
  properties: AsyncResult<Property[]>;
  stay: RequestedStay;
}

/** The form with the home chosen that a booking button, or the address, names. */
function BookedForm({ schema, properties, stay }: BookedFormProps) {
  const { key } = useLocation();
  const chosen = useBookedProperty();
  const form = (property: string) => (
    <ContactForm schema={schema} property={property} requestKey={key} stay={stay} />
  );
  return (
    <AsyncContent from={properties} pending={<Spinner />} failed={() => form('')}>
      {(list) => form(prefillTitle(list, chosen))}
    </AsyncContent>
  );
}

function prefillTitle(properties: Property[], chosen: string): string {
  if (chosen === anyPropertyValue) return anyProperty;
  return properties.find((property) => property.id === chosen)?.title ?? '';
}

function ContactLine({ icon: Icon, children }: { icon: typeof Clock; children: React.ReactNode }) {
  return (
    <p className="flex gap-4 sm:text-lg">
      <Icon aria-hidden="true" className="mt-0.5 size-6 shrink-0 text-sun" />
      <span>{children}</span>
    </p>
  );
}

function FormUnavailable({ settings }: { settings: SiteSettings }) {
  return (
    <p className="text-lg text-slate">
      The form cannot be shown just now. Please call {settings.phone} or write to {settings.email}, and we
      will get back to you within 24 hours.
    </p>
  );
}
