import type { FormEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { scrollToElement } from '../../../ui/browser/scroll.ts';
import { Button, type ButtonLook } from '../../../ui/button.tsx';

interface BookingButtonProps {
  look?: ButtonLook;
  className?: string;
}

/** The choice of a guest who has not settled on a home, in a link to the inquiry form. */
export const anyPropertyValue = 'any';

/** What the link state of the booking flow says to the home page. */
export interface BookingState {
  /** The id of the property to choose in the inquiry form, or `any`. */
  book: string;
}

/**
 * Opens the booking flow: the inquiry form with the property chosen. Each button is a small form of its own, so that it
 * leads there before (or without) JavaScript too.
 * @returns what a form's `onSubmit` wants
 */
export function useBookingFlow(propertyId: string) {
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (event: FormEvent) => {
    event.preventDefault();
    const state: BookingState = { book: propertyId };
    void navigate(
      { pathname: '/', hash: 'contact' },
      { state, replace: pathname === '/', preventScrollReset: true },
    );
  };
}

export function CheckAvailability({ look, className }: BookingButtonProps) {
  return (
    <form action="/#contact" onSubmit={useBookingFlow(anyPropertyValue)} className="contents">
      <input type="hidden" name="property" value={anyPropertyValue} />
      <Button type="submit" look={look} className={className}>
        Check Availability
      </Button>
    </form>
  );
}

/** Leads to the top of the home page; on the hosts page, to the inquiry form. */
export function BookNow({ look, className }: BookingButtonProps) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const target = pathname === '/hosts' ? 'contact' : 'hero';
  const follow = (event: FormEvent) => {
    event.preventDefault();
    if (!scrollToElement(target)) void navigate({ pathname: '/', hash: target });
  };
  return (
    <form action={`/#${target}`} onSubmit={follow} className="contents">
      <Button type="submit" look={look} className={className}>
        Book Now
      </Button>
    </form>
  );
}
