import { type FormEvent, useId } from 'react';
import { useNavigate } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import type { AsyncResult } from '../../../shared/result.ts';
import { ErrorAlert } from '../../../ui/alert.tsx';
import { Button, ButtonLink } from '../../../ui/button.tsx';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import { Spinner } from '../../../ui/loading/spinner.tsx';
import { TitledPanel } from '../../../ui/titled-panel.tsx';
import type { PurchasedProduct } from '../../shop/purchases/purchase.ts';

interface PurchaseHistoryProps {
  purchases: AsyncResult<PurchasedProduct[]>;
  retry(): void;
}

export function PurchaseHistory({ purchases, retry }: PurchaseHistoryProps) {
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
        {(list) => (list.length === 0 ? <NoPurchases /> : <Purchases list={list} />)}
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

function Purchases({ list }: { list: PurchasedProduct[] }) {
  return (
    <ul className="divide-y divide-dune/70">
      {list.map((purchase, index) => (
        <li
          // biome-ignore lint/suspicious/noArrayIndexKey: the same product may be bought twice at one moment
          key={`${purchase.productId}-${purchase.purchaseDate}-${index}`}
          className="py-5 first:pt-0 last:pb-0"
        >
          <Purchase purchase={purchase} />
        </li>
      ))}
    </ul>
  );
}

function Purchase({ purchase }: { purchase: PurchasedProduct }) {
  const { name, price, currency, purchaseDate, expiresAt, status } = purchase;
  const title = useId();
  return (
    <article className="flex flex-col gap-4 sm:flex-row sm:items-center sm:justify-between">
      <div className="min-w-0">
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <h3 id={title} className="font-sans text-lg font-semibold tracking-normal wrap-anywhere text-ink">
            {name}
          </h3>
          <StatusChip status={status} />
        </div>
        <p className="mt-1 text-slate">Purchased: {formatDate(purchaseDate)}</p>
        {expiresAt && <p className="text-slate">Expires: {formatDate(expiresAt)}</p>}
      </div>
      <div className="flex shrink-0 items-center justify-between gap-3 sm:gap-5">
        <p className="text-lg font-semibold text-deep">{formatMoney(price, currency)}</p>
        <ViewDetails describedBy={title} />
      </div>
    </article>
  );
}

const statusLabels: Record<string, string> = {
  active: 'Active',
  past_due: 'Payment due',
  paused: 'Paused',
  refunded: 'Refunded',
  ended: 'Ended',
};

function StatusChip({ status }: { status: string }) {
  const colors = status === 'active' ? 'bg-leaf/10 text-leaf' : 'bg-slate/12 text-slate';
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
