import { Link } from 'react-router';
import { formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { CopyLink } from '../../../ui/copy-link.tsx';
import { SmallButton } from '../../../ui/small-button.tsx';
import { partyText, stayText } from '../../bookings/book/stay-text.ts';
import type { HostedOffer, OfferState } from './contract.server.ts';

const states: Record<OfferState, { label: string; className: string }> = {
  open: { label: 'Open', className: 'bg-mist text-gulf' },
  booked: { label: 'Booked', className: 'bg-leaf/10 text-leaf' },
  withdrawn: { label: 'Withdrawn', className: 'bg-sand text-slate' },
  expired: { label: 'Ended', className: 'bg-sand text-slate' },
  taken: { label: 'Nights taken', className: 'bg-peach text-ember' },
};

export function OfferCard({ offer, withdraw }: { offer: HostedOffer; withdraw(pressed: Element): void }) {
  const { state, property, total, currency, email, expiresAt, url, bookingCode } = offer;
  const isOpen = state === 'open' || state === 'taken';
  return (
    <li className="grid content-start gap-3 rounded-2xl border border-dune bg-white p-4 sm:p-5">
      <div className="flex items-start justify-between gap-3">
        <h2 className="min-w-0 text-lg text-deep wrap-anywhere">{property.title}</h2>
        <span className={`shrink-0 rounded-full px-3 py-1 text-sm font-semibold ${states[state].className}`}>
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
          <SmallButton
            variant="danger"
            onClick={({ currentTarget }) => withdraw(currentTarget)}
            aria-haspopup="dialog"
            className="min-h-11"
          >
            Withdraw
          </SmallButton>
        )}
      </div>
    </li>
  );
}
