import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Tag } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ButtonLink } from '../../../ui/button.tsx';
import { Confirm } from '../../../ui/overlays/confirm-dialog.tsx';
import { SmallButton, SmallButtonLink } from '../../../ui/small-button.tsx';
import { Notice } from '../../admin/shell/access-states.tsx';
import { ErrorState, Skeleton } from '../../admin/table-screen/states.tsx';
import { offersClient } from '../../bookings/offers/client.ts';
import type { HostedOffer, OfferState } from '../../bookings/offers/offer.ts';
import { partyText, stayText } from '../../bookings/quotes/stay-facts.tsx';
import { CopyLink } from './copy-link.tsx';
import { offersQuery, refetchOffers } from './queries.ts';

const states: Record<OfferState, { label: string; look: string }> = {
  open: { label: 'Open', look: 'bg-mist text-gulf' },
  booked: { label: 'Booked', look: 'bg-leaf/10 text-leaf' },
  withdrawn: { label: 'Withdrawn', look: 'bg-sand text-slate' },
  expired: { label: 'Ended', look: 'bg-sand text-slate' },
  taken: { label: 'Nights taken', look: 'bg-peach text-ember' },
};

/** Every offer, the newest first. */
export function OffersScreen() {
  const { data, error, refetch } = useQuery(offersQuery);
  return (
    <div className="mx-auto grid w-full max-w-6xl grid-cols-[minmax(0,1fr)] gap-4 px-4 py-5 sm:px-6">
      <div className="flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <h1 className="text-2xl text-deep sm:text-3xl">Offers</h1>
        <SmallButtonLink look="strong" to="/admin/offers/new" className="min-h-11">
          Make an offer
        </SmallButtonLink>
      </div>
      {error ? (
        <ErrorState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <Skeleton />
      ) : data.length === 0 ? (
        <Notice
          icon={Tag}
          title="No offers yet"
          actions={<ButtonLink to="/admin/offers/new">Make an offer</ButtonLink>}
        >
          <p>An offer is a price for one guest, as a link that they book with.</p>
        </Notice>
      ) : (
        <OfferList offers={data} />
      )}
    </div>
  );
}

function OfferList({ offers }: { offers: HostedOffer[] }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<HostedOffer | null>(null);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (id: string) => offersClient().withdraw(id),
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
          <OfferCard key={offer.id} offer={offer} withdraw={() => setChosen(offer)} />
        ))}
      </ul>
      {chosen && (
        <Confirm
          title="Withdraw this offer?"
          yes={isPending ? 'Withdrawing…' : 'Withdraw'}
          no="Keep it"
          busy={isPending}
          onYes={() => mutate(chosen.id)}
          onNo={() => setChosen(null)}
        >
          <p>
            {chosen.property.title}, {stayText(chosen)}. The link ends at once
            {chosen.areNightsHeld ? ', and the nights are free again' : ''}. The guest gets no mail about it.
          </p>
        </Confirm>
      )}
    </>
  );
}

function OfferCard({ offer, withdraw }: { offer: HostedOffer; withdraw(): void }) {
  const { state, property, total, currency, email, expiresAt, url, bookingCode } = offer;
  const isOpen = state === 'open' || state === 'taken';
  return (
    <li className="grid content-start gap-3 rounded-2xl border border-dune bg-white p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-lg text-deep wrap-anywhere">{property.title}</h2>
        <span className={`shrink-0 rounded-full px-3 py-1 text-sm font-semibold ${states[state].look}`}>
          {states[state].label}
        </span>
      </div>
      <p className="text-slate">
        {stayText(offer)}, {partyText(offer)}
      </p>
      <p className="text-xl font-semibold text-ink">{formatMoney(total, currency)}</p>
      <p className="text-slate wrap-anywhere">
        {isOpen ? `Stands until ${formatDateTime(expiresAt)}` : `Stood until ${formatDateTime(expiresAt)}`}
        {offer.areNightsHeld && '; the nights are held'}
        {email && <span className="block">{`Mailed to ${email}`}</span>}
      </p>
      {isOpen && <CopyLink url={url} label={`Link to the offer for ${property.title}`} />}
      <div className="flex flex-wrap gap-2">
        {bookingCode && (
          <Link
            to={`/admin/bookings/${bookingCode}`}
            className="inline-flex min-h-11 items-center font-medium text-gulf underline underline-offset-4"
          >
            Booking {bookingCode}
          </Link>
        )}
        {isOpen && (
          <SmallButton onClick={withdraw} aria-haspopup="dialog" className="min-h-11">
            Withdraw
          </SmallButton>
        )}
      </div>
    </li>
  );
}
