import { Mail, Phone } from 'lucide-react';
import { useRouteLoaderData } from 'react-router';
import { telHref } from '../../../shared/text/tel-link.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { TitledPanel } from '../../../ui/titled-panel.tsx';

/** How to reach the hosts, from what every page has loaded. */
export function NeedHelp() {
  const { settings } = useRouteLoaderData('root') as { settings: { phone: string; email: string } };
  return (
    <TitledPanel
      id="need-help"
      title="Need Help?"
      lead="We are glad to help with your bookings, your account, and everything around your stay."
      look="sand"
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <a href={telHref(settings.phone)} className={buttonClass('secondary')}>
          <Phone aria-hidden="true" className="size-4.5" />
          Call {settings.phone}
        </a>
        <a href={`mailto:${settings.email}`} className={buttonClass('quiet')}>
          <Mail aria-hidden="true" className="size-4.5" />
          Email Support
        </a>
      </div>
    </TitledPanel>
  );
}
