import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { propertyPath } from '../../listings/property.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { MapFrame } from '../embeds/map-frame.tsx';

/** https://developers.google.com/maps/documentation/urls/get-started, "Search" */
const mapAddress = (place: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;

export const getTrail = (stay: PropertyDetail): { name: string; path: `/${string}` }[] => [
  { name: 'Home', path: '/' },
  { name: 'Our homes', path: '/#properties' },
  { name: stay.title, path: propertyPath(stay.slug) },
];

export function Whereabouts({ stay, settings }: { stay: PropertyDetail; settings: SiteSettings }) {
  return (
    <section aria-labelledby="location-title" id="location" className="bg-mist py-14 sm:py-20">
      <div className="page-width grid gap-8 lg:grid-cols-[1fr_1.4fr] lg:items-center lg:gap-14">
        <div>
          <h2 id="location-title" className="text-3xl text-deep sm:text-4xl">
            Where you will be
          </h2>
          <p className="mt-4 text-lg text-slate">{stay.address || `${settings.town}, Florida`}</p>
          <p className="mt-3 text-slate">
            You get the number of the house and the way to the door three days before you arrive.
          </p>
          <a
            href={mapAddress(stay.address || `${settings.town}, Florida`)}
            className="mt-4 inline-flex min-h-11 items-center font-medium text-gulf underline underline-offset-4 hover:no-underline"
          >
            Open in Google Maps
          </a>
        </div>
        <MapFrame
          image={settings.mapPicture}
          src={`/embed/map/${stay.slug}`}
          title={`Map of ${stay.title}`}
        />
      </div>
    </section>
  );
}

export function Reviews({ children }: { children: ReactNode }) {
  return (
    <section aria-labelledby="reviews-title" id="reviews" className="page-width py-14 sm:py-20">
      <h2 id="reviews-title" className="mb-8 text-3xl text-deep sm:text-4xl">
        What our guests say
      </h2>
      {children}
    </section>
  );
}

export function Breadcrumbs({ stay }: { stay: PropertyDetail }) {
  const trail = getTrail(stay);
  return (
    <nav aria-label="Breadcrumbs">
      <ol className="flex flex-wrap items-center gap-x-2 text-slate">
        {trail.map(({ name, path }, index) => (
          <li key={path} className="flex min-h-11 min-w-0 items-center gap-2">
            {index > 0 && <span aria-hidden="true">/</span>}
            {index < trail.length - 1 ? (
              <Link to={path} className="py-2 font-medium text-gulf underline-offset-4 hover:underline">
                {name}
              </Link>
            ) : (
              <span aria-current="page" className="truncate">
                {name}
              </span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
