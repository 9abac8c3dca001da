import { Mail, Phone } from 'lucide-react';
import { buttonClass } from '../../../ui/button.tsx';
import { TitledPanel } from '../../../ui/titled-panel.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';

export function HelpSection() {
  const { phone, phoneHref, email } = useSiteSettings();
  return (
    <TitledPanel
      id="need-help"
      title="Need Help?"
      lead="We are glad to help with your bookings, your account, and everything around your stay."
      variant="sand"
    >
      <div className="flex flex-col gap-3 sm:flex-row sm:flex-wrap">
        <a href={phoneHref} className={buttonClass('secondary')}>
          <Phone aria-hidden="true" className="size-4.5" />
          Call {phone}
        </a>
        <a href={`mailto:${email}`} className={buttonClass('quiet')}>
          <Mail aria-hidden="true" className="size-4.5" />
          Email Support
        </a>
      </div>
    </TitledPanel>
  );
}
