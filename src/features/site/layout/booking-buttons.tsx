import type { FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { scrollToElement } from '../../../ui/browser/scroll.ts';
import { Button, type ButtonVariant } from '../../../ui/button.tsx';
import { parseHomesPage } from '../../listings/home-pages.ts';

interface BookingButtonProps {
  variant?: ButtonVariant;
  className?: string;
}

/** For guests without a choice of property. */
export const anyPropertyValue = 'any';

/** The history state of the booking flow. */
export interface BookingState {
  /** A property's id, or `any`. */
  book: string;
}

/** Opens the inquiry form with the property chosen. Each button is a form, so that it works without JavaScript. @returns `onSubmit` */
export function useBookingFlow(propertyId: string) {
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  return (event: FormEvent) => {
    event.preventDefault();
    const state: BookingState = { book: propertyId };
    if (pathname !== '/') {
      void navigate({ pathname: '/', hash: 'contact' }, { state, preventScrollReset: true });
      return;
    }
    const page = parseHomesPage(new URLSearchParams(search));
    // Without the hash, to which the router would jump: the home page scrolls there, and then adds it.
    void navigate(
      { pathname: '/', search: page > 1 ? `?page=${page}` : '' },
      { state, replace: true, preventScrollReset: true, defaultShouldRevalidate: false },
    );
  };
}

/** The home that the page in view is about, as far as its address says. */
function usePropertyInView(): string | undefined {
  const { pathname, search } = useLocation();
  const [, slug] = /^\/stays\/([a-z0-9-]+)\/?$/.exec(pathname) ?? [];
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

/** Links to the top of the home page; on the hosts page, to the inquiry form. */
export function BookNow({ variant, className }: BookingButtonProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const target = pathname === '/hosts' ? 'contact' : 'hero';
  const follow = (event: FormEvent) => {
    event.preventDefault();
    if (!scrollToElement(target)) void navigate({ pathname: '/', hash: target });
  };
  return (
    <form action={`/#${target}`} onSubmit={follow} className="contents">
      <Button type="submit" variant={variant} className={className}>
        Book Now
      </Button>
    </form>
  );
}
