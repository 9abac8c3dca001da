import { Link } from 'react-router';
import { formatDate } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { countNights } from '../../../shared/nights.ts';
import { pluralize } from '../../../shared/text/text.ts';
import { partyText } from '../../bookings/book/stay-text.ts';
import type { BookingList } from './contract.server.ts';
import { StatusBadge } from './status-badge.tsx';

type Listed = BookingList['bookings'][number];

const bookingPath = (code: string) => `/admin/bookings/${code}`;

/** The payment state: `$900.00 open`, `paid`, or '' if no payment is expected. */
const openText = ({ open, paid, total, currency }: Listed): string => {
  if (open > 0) return `${formatMoney(open, currency)} open`;
  return paid >= total ? 'paid' : paid > 0 ? `${formatMoney(paid, currency)} paid` : '';
};

/** The list on a wide screen. */
export const BookingTable = ({ bookings }: { bookings: Listed[] }) => (
  <section
    aria-label="Bookings"
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a frame that scrolls is reached by keyboard
    tabIndex={0}
    className="hidden overflow-x-auto rounded-xl border border-dune bg-white lg:block"
  >
    <table className="w-full text-left text-sm">
      <thead className="border-b border-dune text-slate">
        <tr>
          {['Stay', 'Home', 'Guest', 'Status', 'Price'].map((name) => (
            <th
              key={name}
              scope="col"
              className={`px-4 py-2.5 font-semibold ${name === 'Price' ? 'text-right' : ''}`}
            >
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="divide-y divide-dune/70">
        {bookings.map((booking) => (
          <tr key={booking.code} className="hover:bg-mist/60">
            <th scope="row" className="px-4 py-3 font-normal whitespace-nowrap">
              <Link to={bookingPath(booking.code)} className="font-semibold text-gulf underline">
                {formatDate(booking.checkin)} – {formatDate(booking.checkout)}
              </Link>
              <span className="block text-slate">{`${pluralize(countNights(booking), 'night')}, booking ${booking.code}`}</span>
            </th>
            <td className="min-w-44 px-4 py-3">{booking.property.title}</td>
            <td className="max-w-72 min-w-36 px-4 py-3">
              <span className="block truncate text-ink">{booking.name}</span>
              <span className="block truncate text-slate">{partyText(booking)}</span>
            </td>
            <td className="px-4 py-3 whitespace-nowrap">
              <StatusBadge status={booking.status} />
            </td>
            <td className="px-4 py-3 text-right whitespace-nowrap tabular-nums">
              <span className="block text-ink">{formatMoney(booking.total, booking.currency)}</span>
              <span className={`block ${booking.open > 0 ? 'text-ember' : 'text-slate'}`}>
                {openText(booking)}
              </span>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  </section>
);

/** The list on a phone. */
export const BookingCards = ({ bookings }: { bookings: Listed[] }) => (
  <ul aria-label="Bookings" className="grid grid-cols-[minmax(0,1fr)] gap-3 sm:grid-cols-2 lg:hidden">
    {bookings.map((booking) => (
      <li
        key={booking.code}
        className="relative grid content-start gap-1.5 rounded-xl border border-dune bg-white p-4 hover:border-gulf/50"
      >
        <div className="flex flex-wrap items-center justify-between gap-2">
          <StatusBadge status={booking.status} />
          <span className="text-sm text-slate">{booking.code}</span>
        </div>
        <Link
          to={bookingPath(booking.code)}
          className="font-semibold wrap-anywhere text-deep underline decoration-gulf/40 after:absolute after:inset-0 after:rounded-xl"
        >
          {booking.name}
        </Link>
        <p className="text-ink">
          {formatDate(booking.checkin)} – {formatDate(booking.checkout)}
        </p>
        <p className="text-sm text-slate">
          {`${booking.property.title} · ${pluralize(countNights(booking), 'night')} · ${partyText(booking)}`}
        </p>
        <p className="flex flex-wrap justify-between gap-x-3 tabular-nums">
          <span className="font-semibold text-ink">{formatMoney(booking.total, booking.currency)}</span>
          <span className={booking.open > 0 ? 'text-ember' : 'text-slate'}>{openText(booking)}</span>
        </p>
      </li>
    ))}
  </ul>
);
