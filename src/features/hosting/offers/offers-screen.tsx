import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { useRef, useState } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { useFocusAfterRemoval } from '../../../ui/browser/use-focus-after-removal.ts';
import { Loaded } from '../../../ui/lists/loaded.tsx';
import { Notice } from '../../../ui/lists/notice.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { SmallButtonLink } from '../../../ui/small-button.tsx';
import { listPageClass } from '../../admin/shell/page-class.ts';
import { screenMeta } from '../../admin/shell/screen-meta.ts';
import { stayText } from '../../bookings/book/stay-text.ts';
import { hostedOffer } from './calls.ts';
import type { HostedOffer } from './contract.server.ts';
import { OfferCard } from './offer-card.tsx';
import { offersQuery, refetchOffers } from './queries.ts';

export const meta = () => screenMeta('Offers');

/** Every offer, the newest first. */
export default function OffersScreen() {
  const offers = useQuery(offersQuery);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <div className={`${listPageClass} grid grid-cols-[minmax(0,1fr)] gap-4`}>
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl text-deep sm:text-3xl">
          Offers
        </h1>
        <SmallButtonLink variant="strong" to="/admin/offers/new" className="min-h-11">
          Make an offer
        </SmallButtonLink>
      </div>
      <Loaded query={offers}>
        {(list) =>
          list.length === 0 ? (
            <Notice icon={Tag} title="No offers yet">
              <p>An offer is a price for one guest, as a link that they book with.</p>
            </Notice>
          ) : (
            <OfferList offers={list} onRemoved={() => heading.current?.focus()} />
          )
        }
      </Loaded>
    </div>
  );
}

interface OfferListProps {
  offers: HostedOffer[];
  /** The pressed button is gone, and the focus with it. */
  onRemoved(): void;
}

function OfferList({ offers, onRemoved }: OfferListProps) {
  const client = useQueryClient();
  const focusAfterRemovalOf = useFocusAfterRemoval(onRemoved);
  const [chosen, setChosen] = useState<HostedOffer | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => hostedOffer.withdraw({ id }),
    onSettled: () => {
      setChosen(null);
      return refetchOffers(client);
    },
  });
  return (
    <>
      <div aria-live="assertive">{error && <Alert failed>{error.message}</Alert>}</div>
      <ul className="grid gap-4 lg:grid-cols-2">
        {offers.map((offer) => (
          <OfferCard
            key={offer.id}
            offer={offer}
            withdraw={(pressed) => {
              focusAfterRemovalOf(pressed);
              setChosen(offer);
            }}
          />
        ))}
      </ul>
      {chosen && (
        <ConfirmDialog
          title="Withdraw this offer?"
          confirmLabel={isPending ? 'Withdrawing…' : 'Withdraw'}
          cancelLabel="Keep it"
          isDanger
          isBusy={isPending}
          onConfirm={() => mutate(chosen.id)}
          onCancel={() => {
            focusAfterRemovalOf(null);
            setChosen(null);
          }}
        >
          <p>
            {chosen.property.title}, {stayText(chosen)}. The link ends at once
            {chosen.areNightsHeld ? ', and the nights are free again' : ''}. The guest gets no mail about it.
          </p>
        </ConfirmDialog>
      )}
    </>
  );
}
