import { Mail, Phone } from 'lucide-react';
import { telHref } from '../../../shared/text/text.ts';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';

const linkClass =
  'inline-flex min-h-11 max-w-full items-center gap-3 py-1.5 font-semibold wrap-anywhere text-gulf underline decoration-gulf/40 underline-offset-4 hover:text-deep hover:decoration-deep';

export function ContactLinks({ className = '' }: { className?: string }) {
  const { phone, email } = useSiteSettings();
  return (
    <ul className={className}>
      <li>
        <a href={telHref(phone)} className={linkClass}>
          <Phone aria-hidden="true" className="size-5 shrink-0" />
          <span className="unseen">Call </span>
          {phone}
        </a>
      </li>
      <li>
        <a href={`mailto:${email}`} className={linkClass}>
          <Mail aria-hidden="true" className="size-5 shrink-0" />
          <span className="unseen">Write to </span>
          {email}
        </a>
      </li>
    </ul>
  );
}
