import { Clock, Mail, Phone } from 'lucide-react';
import type { ReactNode } from 'react';
import type { FormSchema } from '../../../shared/forms/schema.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { MailAddress } from '../../../ui/mail-address.tsx';
import { ResponseTime } from '../../inbox/ui/response-time.tsx';

export interface ContactBodyProps {
  settings: SiteSettings;
  form: AsyncResult<FormSchema>;
  /** Draws the inquiry form. */
  children(schema: FormSchema): ReactNode;
  /** The heading above the form; '' if the section has one. */
  title: string;
}

/** The form of an inquiry, beside the hosts' phone and address. */
export function ContactBody({ settings, form, children, title }: ContactBodyProps) {
  return (
    <div className="grid gap-8 lg:grid-cols-[1.6fr_1fr] lg:gap-12">
      <div className="rounded-3xl bg-white p-6 shadow-card sm:p-9">
        {title && <h3 className="mb-6 text-2xl text-deep">{title}</h3>}
        <AsyncContent
          from={form}
          pending={<Spinner />}
          failed={() => <FormUnavailable settings={settings} />}
        >
          {children}
        </AsyncContent>
        <noscript>
          <p className="mt-6 text-lg text-slate">
            Sending the form needs JavaScript. Without it, please call {settings.phone} or write to{' '}
            {settings.email}.
          </p>
        </noscript>
      </div>
      <aside
        aria-label="Contact"
        className="flex flex-col gap-6 self-start rounded-3xl bg-deep p-7 text-glass sm:p-9"
      >
        <h3 className="text-2xl text-white">Rather talk to us?</h3>
        <ContactLine icon={Clock}>
          We promise a response within 24 hours, usually much sooner.
          <ResponseTime />
        </ContactLine>
        <ContactLine icon={Phone}>
          <a href={settings.phoneHref} className={linkClass}>
            {settings.phone}
          </a>
        </ContactLine>
        <ContactLine icon={Mail}>
          <a href={`mailto:${settings.email}`} className={linkClass}>
            <MailAddress>{settings.email}</MailAddress>
          </a>
        </ContactLine>
      </aside>
    </div>
  );
}

/** The link is as high as a finger needs it, without moving its line. */
const linkClass = '-my-2.5 inline-block py-2.5 wrap-anywhere text-white underline underline-offset-4';

function ContactLine({ icon: Icon, children }: { icon: typeof Clock; children: ReactNode }) {
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
