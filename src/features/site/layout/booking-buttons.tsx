import type { FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { scrollToElement } from '../../../ui/browser/scroll.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { loadMountedParts } from '../../../ui/loading/lazy-hydration.tsx';
import { parseHomesPage } from '../../listings/home-pages.ts';
import { goToNights, goToSearch, heroId, nightsId } from './booking-targets.ts';

interface BookingButtonProps {
  variant?: ButtonVariant;
  className?: string;
}

/** The value for guests who have not chosen a property. */
export const anyPropertyValue = 'any';

/** The history state of the booking flow. */
export interface BookingState {
  /** A property's id, or `any`. */
  book: string;
}

/**
 * Opens the inquiry form with the property selected. Each button is a form, so that it works without JavaScript.
 * @returns `onSubmit`
 */
export function useBookingFlow(propertyId: string) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return async (event: FormEvent) => {
    event.preventDefault();
    const state: BookingState = { book: propertyId };
    // The home page is drawn again with the home chosen, and must not lose height while it scrolls.
    await loadMountedParts();
    if (pathname !== '/') {
      void navigate({ pathname: '/', hash: 'contact' }, { state, preventScrollReset: true });
      return;
    }
    const page = parseHomesPage(new URLSearchParams(search));
    // The URL has no hash, to which the router would jump: the home page scrolls there, and then adds it.
    void navigate(
      { pathname: '/', search: page > 1 ? `?page=${page}` : '' },
      { state, replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
  };
}

const stayPattern = /^\/stays\/([a-z0-9-]+)\/?$/;

/** The home that the page in view is about, if its URL names one. */
function usePropertyInView(): string | undefined {
  const { pathname, search } = useLocation();
  const [, slug] = stayPattern.exec(pathname) ?? [];
  return (
    slug ?? (pathname === '/book' ? (new URLSearchParams(search).get('property') ?? undefined) : undefined)
  );
}

/** Opens the booking flow, with the home of the page in view where it has one. */
export function CheckAvailability({ variant, className }: BookingButtonProps) {
  const navigate = useNavigate();
  const property = usePropertyInView();
  const follow = (event: FormEvent) => {
    event.preventDefault();
    void navigate(property ? `/book?property=${property}` : '/book');
  };
  return (
    <form action="/book" onSubmit={follow} className="contents">
      {property && <input type="hidden" name="property" value={property} />}
      <Button type="submit" variant={variant} className={className}>
        Check Availability
      </Button>
    </form>
  );
}

/** Whether a stay is already being priced, held or booked on this page, from which no button should lead away. */
const isBookingPath = (pathname: string, search: URLSearchParams): boolean =>
  /^\/(?:book|trips)\/./.test(pathname) ||
  (/^\/book\/?$/.test(pathname) && ['property', 'checkin', 'checkout'].every((name) => search.get(name)));

/**
 * Links to the calendar on a home's page, to the inquiry on the hosts page, and elsewhere to the search on the home page.
 * It is absent from the pages of a price, a hold and a trip.
 */
export function BookNow({ variant, className }: BookingButtonProps) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const params = new URLSearchParams(search);
  if (isBookingPath(pathname, params)) return null;
  const isStay = stayPattern.test(pathname);
  const target = pathname === '/hosts' ? 'contact' : heroId;
  const follow = (event: FormEvent) => {
    event.preventDefault();
    if (isStay) return goToNights();
    if (target === heroId ? goToSearch() : scrollToElement(target)) return;
    void navigate({ pathname: '/', hash: target });
  };
  return (
    <form action={isStay ? `${pathname}#${nightsId}` : `/#${target}`} onSubmit={follow} className="contents">
      {isStay &&
        [...params].map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)}
      <Button type="submit" variant={variant} className={className}>
        Book Now
      </Button>
    </form>
  );
}
