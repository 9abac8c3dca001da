import { type FormEvent, type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { StayLine } from '../../bookings/book/stay-line.tsx';
import type { TripSummary } from '../../bookings/record/trip.schema.server.ts';
import { tripPath } from '../../bookings/record/trip-paths.ts';
import { receiptPath } from '../../bookings/trips/calls.ts';
import type { PurchasedProduct } from '../../shop/contract.server.ts';
import type { ContactState } from '../../site/home/home-contact.tsx';

export type PaidTrip = TripSummary & { confirmedAt: string };

interface LineProps {
  id: string;
  name: string;
  status: string;
  amount: string;
  /** Actions beside the amount. */
  links: ReactNode;
  children: ReactNode;
}

function Line({ id, name, status, amount, links, children }: LineProps) {
  return (
    <article className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={id} className="font-sans text-lg font-semibold tracking-normal wrap-anywhere text-ink">
            {name}
          </h3>
          <StatusChip status={status} />
        </div>
        {children}
      </div>
      <div className="flex shrink-0 items-center justify-between gap-3 sm:gap-5">
        <p className="text-lg font-semibold text-deep">{amount}</p>
        {links}
      </div>
    </article>
  );
}

/** A stay, with its trip and its receipt. */
export function Stay({ trip }: { trip: PaidTrip }) {
  const { properties } = useSiteSettings();
  const title = useId();
  const { code, property, total, currency, status, confirmedAt } = trip;
  return (
    <Line
      id={title}
      name={properties.find(({ slug }) => slug === property.slug)?.title ?? property.title}
      status={status}
      amount={formatMoney(total, currency)}
      links={
        <ButtonLink
          to={tripPath(code)}
          variant="quiet"
          aria-describedby={title}
          className="whitespace-nowrap"
        >
          View Trip
        </ButtonLink>
      }
    >
      <p className="mt-1 text-slate">
        <StayLine stay={trip} />
      </p>
      <p className="text-slate">Purchased: {formatDate(confirmedAt)}</p>
      <a
        href={receiptPath(code)}
        aria-describedby={title}
        className="inline-flex min-h-11 items-center font-medium text-gulf underline underline-offset-4 hover:no-underline"
      >
        Receipt (PDF)
      </a>
    </Line>
  );
}

export function Purchase({ purchase }: { purchase: PurchasedProduct }) {
  const { name, price, currency, purchaseDate, expiresAt, status } = purchase;
  const title = useId();
  return (
    <Line
      id={title}
      name={name}
      status={status}
      amount={formatMoney(price, currency)}
      links={
        <ViewDetails
          describedBy={title}
          message={`About my purchase of ${formatDate(purchaseDate)}, ${name}: `}
        />
      }
    >
      <p className="mt-1 text-slate">Purchased: {formatDate(purchaseDate)}</p>
      {expiresAt && <p className="text-slate">Expires: {formatDate(expiresAt)}</p>}
    </Line>
  );
}

const statusLabels: Record<string, string> = {
  active: 'Active',
  past_due: 'Payment due',
  paused: 'Paused',
  refunded: 'Refunded',
  ended: 'Ended',
  confirmed: 'Booked',
  cancelled: 'Cancelled',
};

/** Formats a status that is not ours, such as the provider's `past_due`. */
const capitalize = (status: string): string =>
  status.charAt(0).toUpperCase() + status.slice(1).replaceAll('_', ' ');

export function StatusChip({ status }: { status: string }) {
  const colors =
    status === 'active' || status === 'confirmed' ? 'bg-leaf/10 text-leaf' : 'bg-slate/12 text-slate';
  return (
    <span className={`rounded-full px-3 py-0.5 text-sm font-semibold ${colors}`}>
      {statusLabels[status] ?? capitalize(status)}
    </span>
  );
}

/** Links to the contact form, even before the page's scripts have loaded; the message begins with what it is about. */
function ViewDetails({ describedBy, message }: { describedBy: string; message: string }) {
  const navigate = useNavigate();
  const follow = (event: FormEvent) => {
    event.preventDefault();
    const state: ContactState = { message };
    void navigate({ pathname: '/', hash: 'contact' }, { state });
  };
  return (
    <form action="/#contact" onSubmit={follow} className="contents">
      <Button type="submit" variant="quiet" aria-describedby={describedBy} className="whitespace-nowrap">
        View Details
      </Button>
    </form>
  );
}
