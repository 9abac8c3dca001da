import type { BookingStatus } from '../../../db/schema/bookings.ts';

/** Labels of the status of a booking, for hosts. */
export const statusLabels: Record<BookingStatus, string> = {
  held: 'Waiting for payment',
  requested: 'To approve',
  confirmed: 'Confirmed',
  expired: 'Expired',
  released: 'Let go',
  declined: 'Declined',
  cancelled: 'Cancelled',
};

const colors: Record<BookingStatus, string> = {
  held: 'border-dune bg-sand text-ink',
  requested: 'border-sun bg-sun/40 text-ink',
  confirmed: 'border-leaf/40 bg-leaf/8 text-leaf',
  expired: 'border-dune bg-white text-slate',
  released: 'border-dune bg-white text-slate',
  declined: 'border-dune bg-white text-slate',
  cancelled: 'border-danger/30 bg-danger/8 text-danger',
};

export const StatusBadge = ({ status }: { status: BookingStatus }) => (
  <span
    className={`inline-block rounded-full border px-2.5 py-0.5 text-sm font-semibold whitespace-nowrap ${colors[status]}`}
  >
    {statusLabels[status]}
  </span>
);
