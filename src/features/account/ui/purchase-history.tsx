import type { AsyncResult } from '../../../shared/result.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { TitledPanel } from '../../../ui/titled-panel.tsx';
import type { TripSummary } from '../../bookings/record/trip.schema.server.ts';
import type { PurchasedProduct } from '../../shop/contract.server.ts';
import { type PaidTrip, Purchase, Stay } from './purchase-lines.tsx';

interface PurchaseHistoryProps {
  purchases: AsyncResult<PurchasedProduct[]>;
  /** Paid stays count as purchases too. */
  trips: AsyncResult<TripSummary[] | null>;
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
            <Button variant="secondary" onClick={retry}>
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

const isPaid = (trip: TripSummary): trip is PaidTrip => trip.confirmedAt !== null;

/** Products and stays, the newest first; a stay is shown as its trip once that is loaded. */
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
