import { Link } from 'react-router';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { MailAddress } from '../../../ui/mail-address.tsx';

export const linkClass = 'inline-block py-1.5 text-glass hover:text-white hover:underline';

/** Renders nothing if the settings could not be loaded. */
export function ContactLinks({ settings }: { settings: SiteSettings }) {
  if (!settings.phone && !settings.email) return null;
  return (
    <div>
      <h2 className="mb-2 text-lg text-white">Say hello</h2>
      <ul>
        {settings.phone && (
          <li>
            <a href={settings.phoneHref} className={linkClass}>
              {settings.phone}
            </a>
          </li>
        )}
        {settings.email && (
          <li>
            <a href={`mailto:${settings.email}`} className={linkClass}>
              <MailAddress>{settings.email}</MailAddress>
            </a>
          </li>
        )}
      </ul>
      <ul className="mt-3 flex flex-wrap gap-x-4">
        <OutsideLink href={settings.social_facebook_url}>Facebook</OutsideLink>
        <OutsideLink href={settings.social_instagram_url}>Instagram</OutsideLink>
        <OutsideLink href={settings.social_tiktok_url}>TikTok</OutsideLink>
      </ul>
    </div>
  );
}

export function FooterLink({ to, children }: { to: `/${string}`; children: string }) {
  return (
    <li>
      <Link to={to} className={linkClass}>
        {children}
      </Link>
    </li>
  );
}

interface PolicyLinkProps {
  /** Our own page, unless the settings name another address. */
  page: `/${string}`;
  elsewhere?: string;
  children: string;
}

export function PolicyLink({ page, elsewhere, children }: PolicyLinkProps) {
  return elsewhere ? (
    <OutsideLink href={elsewhere}>{children}</OutsideLink>
  ) : (
    <FooterLink to={page}>{children}</FooterLink>
  );
}

export function OutsideLink({ href, children }: { href: string | undefined; children: string | undefined }) {
  if (!href || !children) return null;
  return (
    <li>
      <a href={href} rel="noopener" target="_blank" className={linkClass}>
        {children}
        <span className="unseen"> (opens in a new tab)</span>
      </a>
    </li>
  );
}
