import type { ReactNode } from 'react';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { Section } from '../layout/section.tsx';
import type { ContactBodyProps } from './contact-body.tsx';

const contactBody = lazyPart(async () => (await import('./contact-body.tsx')).ContactBody, {
  isLoadedLater: true,
});

interface ContactProps extends Omit<ContactBodyProps, 'title'> {
  /** The home whose nights are above the form. */
  booking?: { title: string; nights: ReactNode } | null;
}

const formTitle = 'Ask about your dates';

/** The inquiry form, and other ways to reach the hosts. */
export function Contact({ booking, ...body }: ContactProps) {
  return (
    <Section
      id="contact"
      kicker="Plan your stay"
      title={booking ? `Book ${booking.title}` : formTitle}
      intro={
        booking
          ? 'Choose your nights and see the whole price at once. Or write to us first, below.'
          : 'Tell us when you would like to come and who is coming along.'
      }
      className="-mb-20 bg-sand"
    >
      {booking?.nights}
      <LazyHydration part={contactBody} fallback={<div className="min-h-160" />}>
        {(ContactBody) => <ContactBody {...body} title={booking ? formTitle : ''} />}
      </LazyHydration>
    </Section>
  );
}
