import type { BillRow, EmailBlock, LabeledValue } from '../../../platform/mail/email-content.server.ts';
import { formatDate, formatDateTime } from '../../../shared/dates.ts';
import { formatMoney } from '../../../shared/money.ts';
import { feesBackText, graceText } from '../pricing/cancellation-text.ts';
import { chargeable } from '../pricing/min-charge.ts';
import { billLabel } from '../quotes/quote.ts';
import type { BookingEmailData, BookingLine, StayEmailData } from './email-data.ts';

export const lineLabel = ({ label, jurisdiction, quantity }: BookingLine): string =>
  jurisdiction && !label.includes(jurisdiction)
    ? `${label} (${jurisdiction})`
    : billLabel({ label, quantity });

const billRows = ({ lines, total, currency }: StayEmailData): BillRow[] => [
  ...lines.map((line) => ({ label: lineLabel(line), amount: formatMoney(line.amount, currency) })),
  { label: 'Total', amount: formatMoney(total, currency), isTotal: true },
];

/**
 * The open amount by when it is due: what is to pay now, and the rest with its day. The card is not charged for what is due
 * separately, which is to pay now while a balance is still to come.
 */
export function openRows(data: BookingEmailData, requested = 0): BillRow[] {
  const { due, alone = 0, dueOn, hasCard, currency } = data;
  const dueNow = Math.max(chargeable(requested), dueOn ? Math.min(alone, due) : 0);
  const label = dueOn ? `${hasCard ? 'Will be charged' : 'Due'} on ${formatDate(dueOn)}` : 'Still to pay';
  return toRows(
    [
      ['To pay now', dueNow],
      [label, due - dueNow],
    ],
    currency,
  );
}

const toRows = (amounts: [string, number][], currency: string): BillRow[] =>
  amounts
    .filter(([, amount]) => amount > 0)
    .map(([label, amount]) => ({ label, amount: formatMoney(amount, currency) }));

export const quoteBlocks = (stay: StayEmailData): EmailBlock[] => [
  { kind: 'heading', text: 'How this adds up' },
  { kind: 'bill', rows: billRows(stay) },
];

/** The lines of a booking, and what of them is paid; `dueNow` is the part of `due` that this mail asks for. */
export const billBlocks = (data: BookingEmailData, dueNow = 0): EmailBlock[] => [
  { kind: 'heading', text: 'How this adds up' },
  {
    kind: 'bill',
    rows: [...billRows(data), ...toRows([['Paid', data.paid]], data.currency), ...openRows(data, dueNow)],
  },
];

export function cancellationBlocks({ cancellation, graceHours }: BookingEmailData): EmailBlock[] {
  const rows = cancellation.map(
    ({ until, refundPercent }): LabeledValue => [
      refundPercent === 100 ? 'Full refund' : `${refundPercent}% refund`,
      `until ${formatDateTime(until)}`,
    ],
  );
  if (graceHours > 0) rows.unshift(['Everything back', graceText(graceHours)]);
  const last = rows.length > 0 ? 'After that' : 'Rent is not refunded';
  return [
    { kind: 'heading', text: 'If you have to cancel' },
    { kind: 'facts', rows: [...rows, [last, feesBackText]] },
  ];
}
