import { memo } from 'react';
import type { FormSchema } from '../../../shared/forms/schema.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { LazyHydration, lazyPart } from '../../../ui/loading/lazy-hydration.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import type { RequestedStay } from '../../inquiries/inquiry/stay-dates.ts';
import { Contact } from '../home/contact.tsx';

const contactForm = lazyPart(
  async () => (await import('../../inquiries/inquiry/contact-form.tsx')).ContactForm,
);

interface PropertyContactProps {
  settings: SiteSettings;
  form: AsyncResult<FormSchema>;
  title: string;
  guests: number;
  requested: RequestedStay;
}

/** The inquiry form for one home; a price that arrives leaves it as the server rendered it. */
export const PropertyContact = memo(({ settings, form, title, guests, requested }: PropertyContactProps) => {
  return (
    <Contact settings={settings} form={form}>
      {(schema) => (
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
              property={title}
              stay={requested}
              sleeps={new Map([[title, guests]])}
            />
          )}
        </LazyHydration>
      )}
    </Contact>
  );
});
