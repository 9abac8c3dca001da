import { type HomesPage, parseHomesPage, toHomesPage } from '../../listings/home-pages.ts';
import type { Property } from '../../listings/property.ts';

/** The homes of one page, and the one that the address names for the inquiry, which may be on another. */
export interface ListedHomes extends HomesPage<Property> {
  requested: Pick<Property, 'id' | 'slug' | 'title'> | null;
}

/** Reads `?page` and `?property` (an id): what a booking button sends without scripts. */
export function toListedHomes(all: readonly Property[], params: URLSearchParams): ListedHomes {
  const requested = all.find(({ id }) => id === params.get('property'));
  const { homes, page, pages } = toHomesPage(all, parseHomesPage(params));
  return {
    homes: pages > 1 ? homes.map(withOneImage) : homes,
    page,
    pages,
    requested: requested ? { id: requested.id, slug: requested.slug, title: requested.title } : null,
  };
}

/** A picture is 3 KB of markup: four on each of 24 cards would be more than all the rest of the page. */
const withOneImage = (home: Property): Property => ({ ...home, pictures: home.pictures.slice(0, 1) });

/** A home of these by its id. */
export const findListed = ({ homes, requested }: ListedHomes, id: string) =>
  homes.find((home) => home.id === id) ?? (requested?.id === id ? requested : undefined);
