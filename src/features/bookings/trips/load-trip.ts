import type { Fetch } from '../../../shared/http/api-error.ts';
import { orNotFound } from '../../../ui/loading/or-not-found.ts';
import { property as propertyCalls } from '../../listings/calls.ts';
import type { PropertyDetail } from '../../listings/property-detail.ts';
import type { Trip } from '../record/trip.schema.server.ts';
import { trip as tripCalls } from './calls.ts';

/** A booking with its home, which may be listed no longer. */
export interface TripWithProperty {
  trip: Trip;
  property: PropertyDetail | null;
}

/** @throws a 404 response for a booking that is unknown, or another guest's */
export async function loadTrip(code: string, fetch?: Fetch): Promise<TripWithProperty> {
  const trip = await orNotFound(tripCalls.read({ code, fetch }));
  const property = await propertyCalls.read({ slug: trip.property.slug, fetch }).catch(() => null);
  return { trip, property };
}
