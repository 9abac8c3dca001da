import { type HomesPage, parseHomesPage, toHomesPage } from '../../listings/home-pages.ts';
import type { Property } from '../../listings/property.ts';

/** The facts of a home that the inquiry needs. */
export type ListedHome = Pick<Property, 'id' | 'slug' | 'title' | 'guests' | 'isComingSoon' | 'bookingMode'>;

/** The homes of one page, and the one that the address names for the inquiry, which may be on another. */
export interface ListedHomes extends HomesPage<Property> {
  requested: ListedHome | null;
}

/** Reads `?page` and `?property` (an id): what a booking button sends without scripts. */
export function toListedHomes(all: readonly Property[], params: URLSearchParams): ListedHomes {
  const requested = all.find(({ id }) => id === params.get('property'));
  const { homes, page, pages } = toHomesPage(all, parseHomesPage(params));
  return {
    homes: pages > 1 ? homes.map(withOneImage) : homes,
    page,
    pages,
    requested: requested ? toListedHome(requested) : null,
  };
}

const toListedHome = ({ id, slug, title, guests, isComingSoon, bookingMode }: Property): ListedHome => ({
  id,
  slug,
  title,
  guests,
  isComingSoon,
  bookingMode,
});

/** An image is 3 KB of markup: four on each of 24 cards would be more than the rest of the page. */
const withOneImage = (home: Property): Property => ({ ...home, pictures: home.pictures.slice(0, 1) });

/** A home of these by its id. */
export const findListed = ({ homes, requested }: ListedHomes, id: string): ListedHome | undefined =>
  homes.find((home) => home.id === id) ?? (requested?.id === id ? requested : undefined);
