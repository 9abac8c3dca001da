import { lazy, Suspense, useEffect, useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import type { FormSchema } from '../../../shared/forms/schema.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { ContactForm } from '../../inquiries/inquiry/contact-form.tsx';
import { anyProperty } from '../../inquiries/inquiry/inquiry.ts';
import type { RequestedStay } from '../../inquiries/inquiry/stay-dates.ts';
import { anyPropertyValue, type BookingState } from '../layout/booking-buttons.tsx';
import { Contact } from './contact.tsx';
import { findListed, type ListedHomes } from './listed-homes.ts';

/** Loaded once a home is passed: most guests of the home page need no calendar. */
const StayForInquiry = lazy(() => import('./stay-for-inquiry.tsx'));

interface HomeContactProps {
  settings: SiteSettings;
  form: AsyncResult<FormSchema>;
  /** To find the title of the requested property. */
  properties: AsyncResult<ListedHomes>;
}

/** The inquiry form of the home page, with the home and the nights that a booking button passed. */
export function HomeContact({ settings, form, properties }: HomeContactProps) {
  const [stay, setStay] = useState<RequestedStay>({});
  return (
    <Contact
      settings={settings}
      form={form}
      beside={<PassedProperty properties={properties} onChange={setStay} />}
    >
      {(schema) => <BookedForm schema={schema} properties={properties} stay={stay} />}
    </Contact>
  );
}

interface PassedPropertyProps {
  properties: AsyncResult<ListedHomes>;
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
      {(listed) => {
        const property = findListed(listed, booked);
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

/** The history state of a link that begins a message. */
export interface ContactState {
  message?: string;
}

interface BookedFormProps {
  schema: FormSchema;
  properties: AsyncResult<ListedHomes>;
  stay: RequestedStay;
}

/** The form with the home chosen that a booking button, or the address, names. */
function BookedForm({ schema, properties, stay }: BookedFormProps) {
  const { key, state } = useLocation();
  const { message } = (state ?? {}) as ContactState;
  const chosen = useBookedProperty();
  const form = (property: string, sleeps?: ReadonlyMap<string, number>) => (
    <ContactForm
      schema={schema}
      property={property}
      message={message}
      requestKey={key}
      stay={stay}
      sleeps={sleeps}
    />
  );
  return (
    <AsyncContent from={properties} pending={<Spinner />} failed={() => form('')}>
      {(listed) =>
        form(prefillTitle(listed, chosen), new Map(listed.homes.map(({ title, guests }) => [title, guests])))
      }
    </AsyncContent>
  );
}

function prefillTitle(listed: ListedHomes, chosen: string): string {
  if (chosen === anyPropertyValue) return anyProperty;
  return findListed(listed, chosen)?.title ?? '';
}
