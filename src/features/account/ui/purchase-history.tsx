import { type FormEvent, type ReactNode, useId } from 'react';
import { useNavigate } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { TitledPanel } from '../../../ui/titled-panel.tsx';
import { useSiteSettings } from '../../../ui/use-site-settings.ts';
import { stayText } from '../../bookings/quotes/stay-facts.tsx';
import { receiptPath } from '../../bookings/trips/client.ts';
import { type Trip, tripPath } from '../../bookings/trips/trip.ts';
import type { PurchasedProduct } from '../../shop/purchases/purchase.ts';

interface PurchaseHistoryProps {
  purchases: AsyncResult<PurchasedProduct[]>;
  /** Stays are bought, too: those that were paid stand here. */
  trips: AsyncResult<Trip[] | null>;
  retry(): void;
}

export function PurchaseHistory({ purchases, trips, retry }: PurchaseHistoryProps) {
  return (
    <TitledPanel id="purchases" title="Purchase History">
      <AsyncContent
        from={purchases}
        pending={<Spinner />}
        failed={(message) => (
          <div className="grid justify-items-start gap-4">
            <ErrorAlert>{message}</ErrorAlert>
            <Button look="secondary" onClick={retry}>
              Try Again
            </Button>
          </div>
        )}
      >
        {(list) => (
          <AsyncContent
            from={trips}
            pending={<Spinner />}
            failed={() => <Purchases purchases={list} stays={[]} />}
          >
            {(all) => <Purchases purchases={list} stays={(all ?? []).filter(isPaid)} />}
          </AsyncContent>
        )}
      </AsyncContent>
    </TitledPanel>
  );
}

function NoPurchases() {
  return (
    <div className="flex flex-col items-center gap-3 rounded-2xl bg-shell px-4 py-10 text-center">
      <h3 className="text-xl text-deep">No purchases yet</h3>
      <p className="text-slate">Start exploring our amazing Panama City Beach rentals!</p>
      <ButtonLink to="/shop" className="mt-2">
        Browse Properties
      </ButtonLink>
    </div>
  );
}

type PaidTrip = Trip & { confirmedAt: string };

const isPaid = (trip: Trip): trip is PaidTrip => trip.confirmedAt !== null;

/** Products and stays, the newest first; a stay stands as its trip where that is loaded. */
function Purchases({ purchases, stays }: { purchases: PurchasedProduct[]; stays: PaidTrip[] }) {
  const tripCodes = new Set(stays.map(({ code }) => code));
  const others = purchases.filter(({ bookingCode = '' }) => !tripCodes.has(bookingCode));
  const rows = [
    ...others.map((purchase, index) => ({
      at: purchase.purchaseDate,
      // The same product may be bought twice at one moment.
      key: `${purchase.productId}-${purchase.purchaseDate}-${index}`,
      row: <Purchase purchase={purchase} />,
    })),
    ...stays.map((trip) => ({ at: trip.confirmedAt, key: trip.code, row: <Stay trip={trip} /> })),
  ];
  if (rows.length === 0) return <NoPurchases />;
  return (
    <ul className="divide-y divide-dune/70">
      {rows
        .sort((a, b) => Date.parse(b.at) - Date.parse(a.at))
        .map(({ key, row }) => (
          <li key={key} className="py-5 first:pt-0 last:pb-0">
            {row}
          </li>
        ))}
    </ul>
  );
}

interface LineProps {
  id: string;
  name: string;
  status: string;
  amount: string;
  /** What can be done, beside the amount. */
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
function Stay({ trip }: { trip: PaidTrip }) {
  const { homes } = useSiteSettings();
  const title = useId();
  const { code, property, total, currency, status, confirmedAt } = trip;
  return (
    <Line
      id={title}
      name={homes.find(({ slug }) => slug === property)?.title ?? property}
      status={status}
      amount={formatMoney(total, currency)}
      links={
        <ButtonLink to={tripPath(code)} look="quiet" aria-describedby={title} className="whitespace-nowrap">
          View Trip
        </ButtonLink>
      }
    >
      <p className="mt-1 text-slate">{stayText(trip)}</p>
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

function Purchase({ purchase }: { purchase: PurchasedProduct }) {
  const { name, price, currency, purchaseDate, expiresAt, status } = purchase;
  const title = useId();
  return (
    <Line
      {...{ id: title, name, status }}
      amount={formatMoney(price, currency)}
      links={<ViewDetails describedBy={title} />}
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

function StatusChip({ status }: { status: string }) {
  const colors =
    status === 'active' || status === 'confirmed' ? 'bg-leaf/10 text-leaf' : 'bg-slate/12 text-slate';
  return (
    <span className={`rounded-full px-3 py-0.5 text-sm font-semibold ${colors}`}>
      {statusLabels[status] ?? status}
    </span>
  );
}

/** Links to the contact form, also before the page's scripts have loaded. */
function ViewDetails({ describedBy }: { describedBy: string }) {
  const navigate = useNavigate();
  const follow = (event: FormEvent) => {
    event.preventDefault();
    void navigate({ pathname: '/', hash: 'contact' });
  };
  return (
    <form action="/#contact" onSubmit={follow} className="contents">
      <Button type="submit" look="quiet" aria-describedby={describedBy} className="whitespace-nowrap">
        View Details
      </Button>
    </form>
  );
}
