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
import { UnbrokenText } from '../../../ui/unbroken-text.tsx';
import type { Amenity } from '../property.ts';
import { amenityGridClass } from './amenity-placeholders.tsx';

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

export function AmenityGrid({ amenities }: { amenities: Amenity[] }) {
  return (
    <ul className={amenityGridClass}>
      {amenities.map((amenity) => {
        const Icon = icons[amenity.name] ?? Sparkles;
        return (
          <li
            key={amenity.id}
            className="flex gap-4 rounded-2xl bg-white p-4 shadow-card max-sm:flex-col max-sm:gap-2.5 max-sm:p-3.5 sm:p-5"
          >
            <span className="grid size-10 shrink-0 place-items-center rounded-xl bg-mist text-gulf sm:size-12">
              <Icon aria-hidden="true" className="size-6" strokeWidth={1.75} />
            </span>
            <div className="min-w-0">
              <h3 className="font-sans text-base leading-snug font-semibold tracking-normal text-ink">
                <UnbrokenText>{amenity.name}</UnbrokenText>
              </h3>
              <p className="mt-1 text-slate max-sm:mt-0.5 max-sm:text-sm">{amenity.description}</p>
            </div>
          </li>
        );
      })}
    </ul>
  );
}
