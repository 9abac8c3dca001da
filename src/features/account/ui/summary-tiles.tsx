import { CalendarHeart, ShieldCheck, ShoppingBag } from 'lucide-react';
import type { ReactNode } from 'react';
import type { AsyncResult } from '../../../shared/result.ts';
import { AsyncContent } from '../../../ui/loading/async-content.tsx';
import type { SignedInUser } from '../../auth/calls.ts';
import type { PurchasedProduct } from '../../shop/contract.server.ts';

interface SummaryTilesProps {
  user: SignedInUser;
  purchases: AsyncResult<PurchasedProduct[]>;
}

/** Shows the current year for an account without `createdAt`. */
export function SummaryTiles({ user, purchases }: SummaryTilesProps) {
  const since = user.createdAt ? new Date(user.createdAt) : new Date();
  return (
    <dl className="grid grid-cols-3 gap-2 sm:gap-4">
      <Tile Icon={ShoppingBag} title="Purchases">
        <AsyncContent from={purchases} pending="…" failed={() => '–'}>
          {(list) => list.length}
        </AsyncContent>
      </Tile>
      <Tile Icon={CalendarHeart} title="Member Since">
        {since.getUTCFullYear()}
      </Tile>
      <Tile Icon={ShieldCheck} title="Status">
        Active
      </Tile>
    </dl>
  );
}

function Tile({ Icon, title, children }: { Icon: typeof ShieldCheck; title: string; children: ReactNode }) {
  return (
    <div className="relative flex flex-col justify-between rounded-2xl bg-mist p-3 max-[22.5rem]:p-2.5 sm:rounded-3xl sm:p-6 sm:pl-18">
      <dt className="text-sm text-slate max-[22.5rem]:text-xs sm:text-base">
        <Icon
          aria-hidden="true"
          className="absolute top-1/2 left-5 size-8 -translate-y-1/2 text-lagoon max-sm:hidden"
        />
        {title}
      </dt>
      <dd className="font-display text-xl text-deep sm:text-2xl">{children}</dd>
    </div>
  );
}
