import {
  AirVent,
  Car,
  Coffee,
  Heart,
  LifeBuoy,
  type LucideIcon,
  PartyPopper,
  Sparkles,
  Tv,
  Umbrella,
  UtensilsCrossed,
  Volleyball,
  Waves,
  WavesLadder,
  Wifi,
} from 'lucide-react';
import type { Amenity } from '../property.ts';

const icons: Record<string, LucideIcon> = {
  'Private Beach Access': Waves,
  '11 Pools (5 Heated)': WavesLadder,
  'Beach Gear Included': Umbrella,
  'Fully Equipped Kitchen': UtensilsCrossed,
  'High-Speed WiFi': Wifi,
  'Family & Kid-Friendly': PartyPopper,
  'Free Parking': Car,
  'Premium Cable TV': Tv,
  'Air Conditioning': AirVent,
  'Coffee Maker': Coffee,
  'Guest Favorite': Heart,
  'Tennis courts': Volleyball,
  '24/7 Guest Support': LifeBuoy,
};

const gridClass = 'grid gap-2.5 sm:grid-cols-2 sm:gap-4 lg:grid-cols-3 xl:grid-cols-4';

export function AmenityGrid({ amenities }: { amenities: Amenity[] }) {
  return (
    <ul className={gridClass}>
      {amenities.map((amenity) => {
        const Icon = icons[amenity.name] ?? Sparkles;
        return (
          <li key={amenity.id} className="flex gap-4 rounded-2xl bg-white p-4 shadow-card sm:p-5">
            <span className="grid size-12 shrink-0 place-items-center rounded-xl bg-mist text-gulf">
              <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </span>
            <div>
              <h3 className="font-sans text-base leading-snug font-semibold tracking-normal text-ink">
                {amenity.name}
              </h3>
              <p className="mt-1 text-slate">{amenity.description}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}

export function AmenityPlaceholders() {
  return (
    <div role="status" aria-label="Loading amenities" className={gridClass}>
      {Array.from({ length: 8 }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
        <div key={index} data-placeholder className="h-28 animate-pulse rounded-2xl bg-dune/60" />
      ))}
    </div>
  );
}
