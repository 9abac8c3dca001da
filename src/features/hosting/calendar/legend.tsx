import type { Kind } from './entries.ts';

/** Colour and pattern of each kind; their names are in the legend and on the bars. */
export const kindStyles: Record<Kind, { label: string; bar: string }> = {
  booking: { label: 'Booking', bar: 'bg-gulf text-white' },
  hold: {
    label: 'Hold, not paid yet',
    bar: 'border-2 border-dashed border-ember bg-peach text-ink',
  },
  request: { label: 'Request', bar: 'border-2 border-dotted border-gulf bg-white text-deep' },
  feedReservation: {
    label: 'Booked on another channel',
    bar: 'border-l-6 border-driftwood bg-sun text-ink',
  },
  block: {
    label: 'Closed by us',
    bar: 'bg-[repeating-linear-gradient(45deg,var(--color-dune)_0_5px,var(--color-sand)_5px_10px)] text-ink',
  },
  feedBlock: {
    label: 'Closed on another channel',
    bar: 'bg-[repeating-linear-gradient(90deg,var(--color-glass)_0_3px,var(--color-mist)_3px_9px)] text-ink',
  },
};

export const offSale = 'bg-sand text-slate';

export const Legend = () => (
  <section aria-label="Legend">
    <ul className="flex flex-wrap gap-x-5 gap-y-2 text-sm text-slate">
      {Object.entries(kindStyles).map(([kind, { label, bar }]) => (
        <li key={kind} className="flex items-center gap-2">
          <span aria-hidden="true" className={`h-4.5 w-8 rounded ${bar}`} />
          {label}
        </li>
      ))}
      <li className="flex items-center gap-2">
        <span aria-hidden="true" className="h-4.5 w-8 rounded border border-dune bg-white" />
        Free, with its price
      </li>
      <li className="flex items-center gap-2">
        <span
          aria-hidden="true"
          className={`grid h-4.5 w-8 place-items-center rounded border border-dune ${offSale}`}
        >
          –
        </span>
        Not on sale
      </li>
      <li>3+ means: at least 3 nights</li>
    </ul>
  </section>
);
