import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import { MapFrame } from '../embeds/map-frame.tsx';

/** https://developers.google.com/maps/documentation/urls/get-started, "Search" */
const mapAddress = (place: string): string =>
  `https://www.google.com/maps/search/?${new URLSearchParams({ api: '1', query: place })}`;

/** The location of a home, as precisely as everybody may know it. */
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
        <MapFrame image={settings.mapImage} src={`/embed/map/${stay.slug}`} title={`Map of ${stay.title}`} />
      </div>
    </section>
  );
}
