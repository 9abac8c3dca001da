import { Link } from 'react-router';
import { exampleBusiness } from '../../../shared/example-business.ts';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { BrandMark } from '../../../ui/brand-mark.tsx';
import { track } from '../../analytics/track.ts';
import { propertyPath } from '../../listings/property.ts';
import { ContactLinks, FooterLink, linkClass, OutsideLink, PolicyLink } from './footer-links.tsx';
import { homeSections, useSectionLink } from './section-links.ts';

interface FooterProps {
  settings: SiteSettings;
  mayChoose: boolean;
  /** A line of the page itself. */
  note: string;
  /** The site is closed for this viewer: nothing leads to pages that are not there. */
  isReduced: boolean;
}

export function Footer({ settings: all, mayChoose, note, isReduced }: FooterProps) {
  const settings = isReduced ? withoutInvented(all) : all;
  return (
    <footer className="mt-20 bg-deep text-glass print:hidden">
      <div className="page-width grid gap-10 py-14 sm:grid-cols-2 lg:grid-cols-[2fr_1fr_1fr_1.4fr]">
        <div>
          <p className="flex items-center gap-3 font-display text-2xl text-white">
            <BrandMark className="size-10 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{settings.business_name}</span>
          </p>
          <p className="mt-4 max-w-xs">
            Beach homes in {settings.town}, Florida, rented to families by the two people who look after them.
          </p>
        </div>
        {!isReduced && <PageLinks settings={settings} />}
        <ContactLinks settings={settings} />
      </div>
      {note && <p className="page-width pb-5 text-sm wrap-anywhere">{note}</p>}
      <div className="border-t border-white/15">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-sm">
          <div>
            <p>{`© ${copyrightHolder(settings)}. All rights reserved.`}</p>
            <LegalEntity settings={settings} />
          </div>
          <ul className="flex flex-wrap gap-x-5">
            <PolicyLink page="/terms" elsewhere={settings.terms_url}>
              Terms of Service
            </PolicyLink>
            <PolicyLink page="/privacy" elsewhere={settings.privacy_url}>
              Privacy Policy
            </PolicyLink>
            <PolicyLink page="/cancellation">Cancellation</PolicyLink>
            {mayChoose && (
              <li>
                <button
                  type="button"
                  onClick={() => track({ name: 'ConsentRequested' })}
                  className={linkClass}
                >
                  Privacy choices
                </button>
              </li>
            )}
            <OutsideLink href={settings.credit_url}>{settings.credit_label}</OutsideLink>
          </ul>
        </div>
      </div>
    </footer>
  );
}

/** Leaves out of a closed site the contacts that the seed invented: they reach nobody. */
function withoutInvented(settings: SiteSettings): SiteSettings {
  const names = Object.keys(exampleBusiness) as (keyof typeof exampleBusiness)[];
  const invented = names.filter((name) => settings[name] === exampleBusiness[name]);
  return { ...settings, ...Object.fromEntries(invented.map((name) => [name, ''])) };
}

/** The year and the owner; no year where no settings were read. */
const copyrightHolder = ({ copyright_year: year, business_name: name }: SiteSettings): string =>
  year === 0 ? name : `${year} ${name}`;

function LegalEntity({
  settings: { legal_name: name, legal_address: address },
}: Pick<FooterProps, 'settings'>) {
  const text = [name, address].filter(Boolean).join(', ');
  return text ? <p className="max-w-prose wrap-anywhere">{text}</p> : null;
}

function PageLinks({ settings }: Pick<FooterProps, 'settings'>) {
  const follow = useSectionLink();
  const anchors = homeSections(settings, ['properties', 'amenities', 'location', 'reviews', 'contact']);
  return (
    <>
      <nav aria-label="Stay">
        <h2 className="mb-2 text-lg text-white">Stay</h2>
        <ul>
          <FooterLink to="/book">Find your nights</FooterLink>
          <FooterLink to="/shop">View All Rentals</FooterLink>
          <FooterLink to="/blog">Beach Blog</FooterLink>
          <FooterLink to="/hosts">Meet Our Hosts</FooterLink>
          {settings.properties.map(({ slug, title }) => (
            <FooterLink key={slug} to={propertyPath(slug)}>
              {title}
            </FooterLink>
          ))}
        </ul>
      </nav>
      <nav aria-label="On the home page">
        <h2 className="mb-2 text-lg text-white">Explore</h2>
        <ul>
          {anchors.map(([id, title]) => (
            <li key={id}>
              <Link to={`/#${id}`} onClick={follow(id)} className={linkClass}>
                {title}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
    </>
  );
}
