import type { ExtraLine, Price, PricedExtra, PriceLine, Stay } from '../pricing/price.ts';
import { isExtraLine, taxesOfExtra } from '../pricing/price-of-extras.ts';
import { readBookedRules } from '../pricing/price-of-party.ts';
import type { Booking } from './bookings-store.server.ts';
import type { AddedRow, BookingExtra } from './extras-store.server.ts';
import type { Trip } from './trip.schema.server.ts';

export type AddedExtra = Trip['extras'][number];

/** The line of an extra in the bill; an extra of the booked price is found by its kind and label. */
export const lineOfExtra = (
  { id, extra_id, collect }: Pick<AddedRow, 'id' | 'extra_id' | 'collect'>,
  lines: readonly PriceLine[],
): ExtraLine | undefined =>
  lines
    .filter(isExtraLine)
    .find(({ addedId, extraId }) =>
      collect === null ? addedId === undefined && extraId === extra_id : addedId === id,
    );

/** The extras of a price that were chosen while booking; `undefined` without any. */
export function chosenExtras(lines: readonly PriceLine[]): Trip['chosenExtras'] {
  const chosen = lines
    .filter(isExtraLine)
    .flatMap(({ extraId, addedId, quantity }) =>
      extraId !== null && addedId === undefined ? [{ id: extraId, quantity }] : [],
    );
  return chosen.length > 0 ? chosen : undefined;
}

/** A stored extra or charge as it is priced. */
export const toPricedRow = (row: BookingExtra): PricedExtra => ({
  label: row.label,
  quantity: row.quantity,
  charged: row.kind,
  unitCents: row.unit_cents,
  isTaxed: row.is_taxed,
  extraId: row.extra_id,
  addedId: row.id,
});

/** Whether it is paid, also while it is asked for again after a move. */
export const isPaidExtra = ({ status, paid_at }: Pick<AddedRow, 'status' | 'paid_at'>): boolean =>
  status === 'paid' || status === 'included' || (status === 'asked' && paid_at !== null);

/** Whether an open extra is due separately, and not with a balance that is still to come. */
export const isDueAlone = ({ status, due_cents }: Pick<AddedRow, 'status' | 'due_cents'>): boolean =>
  status === 'open' && due_cents > 0;

/** The stay that a booking is priced for. */
export const toPricedStay = ({ checkin, checkout, guests, pets }: Booking): Stay => ({
  checkin,
  checkout,
  guests,
  pets,
});

const noRules = { guestsIncluded: 0, fees: [], taxes: [] };

/** The taxes that a bill was levied with. */
export const bookedTaxes = (price: Price, stay: Stay) => readBookedRules(price, stay, noRules).taxes;

interface Bill {
  price: Price;
  stay: Stay;
}

/** The price of an extra with its taxes: its part of the bill, or the amount by which it would increase it. Minor units. */
export function extraAmounts(row: AddedRow, { price, stay }: Bill) {
  const line = lineOfExtra(row, price.lines);
  const amount = line?.amount ?? row.amount_cents;
  const taxes = taxesOfExtra(line ?? { amount, isTaxed: row.is_taxed }, {
    taxes: bookedTaxes(price, stay),
    stay,
    lines: price.lines.filter((other) => other !== line),
  });
  return { amount, taxes, total: amount + taxes };
}

/** Extras of a booking as its guest and the hosts see them. @param isOpen whether the guest may still withdraw an order */
export const toAddedExtras = (rows: readonly AddedRow[], bill: Bill, isOpen: boolean): AddedExtra[] =>
  rows.map((row) => ({
    id: row.id,
    label: row.label,
    quantity: row.quantity,
    ...extraAmounts(row, bill),
    status: row.status,
    isCharge: row.extra_id === null,
    isDueAlone: isDueAlone(row),
    canWithdraw: isOpen && row.extra_id !== null && (row.status === 'asked' || row.status === 'open'),
    reason: row.reason || undefined,
  }));
