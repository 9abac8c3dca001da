import { formatMoney } from '../../../shared/money.ts';
import { type DayKind, dayKind, type SelectableDay } from './stay-selection.ts';

/* The content of a day, in the months of the server and in the interactive ones. */

/** No kind is marked only by colour: taken numbers are struck through, and days for check-out only have a label. */
export const kindClass: Record<DayKind, string> = {
  free: 'text-ink',
  'no-arrival': 'text-slate',
  'check-out-only': 'bg-linear-135 from-transparent from-50% to-dune/70 to-50% text-slate',
  taken: 'bg-dune/45 text-slate',
  closed: 'text-slate',
};

/** Whole units, which is all that a day has room for. */
const shortPrice = (cents: number, currency: string): string =>
  formatMoney(Math.round(cents / 100) * 100, currency).replace(/\.00$/, '');

interface DayContentProps {
  day: SelectableDay | undefined;
  currency: string;
  number: string;
}

const numberClass: Partial<Record<DayKind, string>> = { taken: 'line-through decoration-2', closed: '' };

export function DayContent({ day, currency, number }: DayContentProps) {
  const kind = dayKind(day);
  return (
    <>
      <span className={numberClass[kind] ?? 'font-semibold'}>{number}</span>
      <span className="text-[0.6875rem] leading-none">
        {kind === 'check-out-only' && 'out'}
        {day?.isFree && shortPrice(day.price, currency)}
      </span>
    </>
  );
}

const legend: [DayKind, string, string][] = [
  ['free', '$', 'free, with its price'],
  ['check-out-only', 'out', 'check-out only'],
  ['taken', '9', 'taken'],
  ['closed', '9', 'not open'],
];

export function CalendarLegend() {
  return (
    <dl className="mt-4 flex flex-wrap items-center gap-y-2 text-sm text-slate">
      {legend.map(([kind, sample, text]) => (
        <div key={kind} className="mr-3 flex items-center gap-2">
          <dt
            aria-hidden="true"
            className={`grid h-7 min-w-9 place-items-center rounded-lg border border-dune px-1 text-xs ${kindClass[kind]} ${kind === 'taken' ? 'line-through' : ''}`}
          >
            {sample}
          </dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}
