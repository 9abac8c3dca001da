import { Bus, MapPin, UtensilsCrossed, Waves } from 'lucide-react';
import type { SiteSettings } from '../../../shared/site-settings.server.ts';
import { MapFrame } from '../embeds/map-frame.tsx';

const highlights = [
  [Waves, 'Steps to the Beach', 'Walk out of the door and onto sugar-white sand in two minutes.'],
  [UtensilsCrossed, 'Dining & Entertainment', 'Seafood shacks, mini golf and live music, all close by.'],
  [Bus, 'Easy Access', 'Quick to reach from the highway and the airport.'],
  [MapPin, 'Prime Location', 'The quiet middle of the beach, with everything around it.'],
] as const;

const nearby = [
  ['Beach access', '2-minute walk'],
  ['Shopping district', '5-minute drive'],
  ['Marine park', '10-minute drive'],
  ['Airport', '15-minute drive'],
] as const;

/** The surroundings of the homes, and a map. */
export function Neighborhood({ settings }: { settings: SiteSettings }) {
  return (
    <div className="grid gap-10 lg:grid-cols-[1.1fr_1fr] lg:gap-14">
      <div>
        <h3 className="text-2xl text-deep">Neighborhood Highlights</h3>
        <ul className="mt-6 grid gap-6 sm:grid-cols-2">
          {highlights.map(([Icon, title, text]) => (
            <li key={title} className="flex gap-4">
              <span className="grid size-11 shrink-0 place-items-center rounded-xl bg-white text-gulf">
                <Icon aria-hidden="true" className="size-5.5" strokeWidth={1.75} />
              </span>
              <div>
                <h4 className="font-semibold text-ink">{title}</h4>
                <p className="mt-1 text-slate">{text}</p>
              </div>
            </li>
          ))}
        </ul>
        <h3 className="mt-10 text-2xl text-deep">What's Nearby</h3>
        <dl className="mt-4 divide-y divide-dune">
          {nearby.map(([place, distance]) => (
            <div key={place} className="flex justify-between gap-4 py-3">
              <dt className="font-medium text-ink">{place}</dt>
              <dd className="text-slate">{distance}</dd>
            </div>
          ))}
        </dl>
      </div>
      <MapFrame image={settings.mapImage} src="/embed/map" title={`Map of ${settings.town}`} />
    </div>
  );
}
