import type { Result } from '../../../shared/result.ts';
import { type HomesPage, toHomesPage } from '../../listings/home-pages.ts';
import type { Property } from '../../listings/property.ts';
import type { Availability } from '../calendar/calendar.ts';

/** A home among the results, with its first image if it has been loaded. */
export type HomeResult = Availability[number] & {
  facts?: Pick<Property, 'guests' | 'beds' | 'baths'> & { image: Property['pictures'][number] | undefined };
};

export interface ResultsPage extends HomesPage<HomeResult> {
  /** The number of free homes on all pages. */
  free: number;
}

/** One page of the homes for some dates, with what it shows of them. */
export function toResultsPage(
  availability: Result<Availability>,
  properties: readonly Property[],
  page: number,
): Result<ResultsPage> {
  if ('failure' in availability) return availability;
  const bySlug = new Map(properties.map((property) => [property.slug, property]));
  const { homes, ...place } = toHomesPage(availability.value, page);
  return {
    value: {
      ...place,
      homes: homes.map((home) => withFacts(home, bySlug.get(home.slug))),
      free: availability.value.filter(({ isFree }) => isFree).length,
    },
  };
}

function withFacts(home: Availability[number], property: Property | undefined): HomeResult {
  if (!property) return home;
  const { guests, beds, baths, pictures } = property;
  return { ...home, facts: { guests, beds, baths, image: pictures[0] } };
}
