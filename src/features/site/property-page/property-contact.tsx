import type { FormSchema } from '../../../shared/forms/schema.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import type { RequestedStay } from '../../inquiries/inquiry/stay-dates.ts';
import { Contact, InquiryForm } from '../home/contact.tsx';

interface PropertyContactProps {
  settings: SiteSettings;
  form: AsyncResult<FormSchema>;
  title: string;
  wanted: RequestedStay;
}

/** The inquiry form for one home. */
export function PropertyContact({ settings, form, title, wanted }: PropertyContactProps) {
  return (
    <Contact settings={settings} form={form}>
      {(schema) => <InquiryForm schema={schema} property={title} stay={wanted} />}
    </Contact>
  );
}
