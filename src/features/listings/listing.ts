/** A picture of the media library with the widths it exists in; `src` is its largest JPEG. */
export interface Picture {
  src: string;
  alt: string;
  width: number;
  height: number;
  /** Pixel widths, ascending; each exists as `.avif`, `.webp` and `.jpg`. */
  widths: number[];
  /** A tiny picture as a `data:` URL, shown while the real one loads. */
  blur: string;
}

/** A home as the site shows it. */
export interface Property {
  id: string;
  slug: string;
  title: string;
  description: string;
  /** URLs, as specified; `pictures` says more about those that lie in the media library. */
  images: string[];
  pictures: Picture[];
  guests: number;
  beds: number;
  baths: number;
  /** Text such as `Starting at $175/night`. */
  price_preview: string;
  isComingSoon: boolean;
}

export interface Amenity {
  id: number;
  name: string;
  icon_url: string;
  description: string;
}

/** What a guest wrote about a stay; `review_html` is sanitised. */
export interface Review {
  id: number;
  guest_name: string;
  guest_photo_url: string;
  /** 1 to 5. */
  rating: number;
  review_html: string;
  photo: Picture | null;
}

/** The two amenities that the specification lets the client append to the server's list. */
export const extraAmenities: readonly Amenity[] = [
  {
    id: 999,
    name: 'Tennis courts',
    icon_url: '',
    description: 'Multiple tennis courts just steps from your rental',
  },
  {
    id: 1000,
    name: '24/7 Guest Support',
    icon_url: '',
    description: '24/7 guest support during your beach stay',
  },
];

/** The media id in a picture's URL (`/media/{id}/{width}.{type}`), or `null` for a URL from elsewhere. */
export function mediaIdOf(url: string): string | null {
  return /^\/media\/([0-9a-f-]{36})\//.exec(url)?.[1] ?? null;
}
